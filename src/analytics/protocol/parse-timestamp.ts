/** Smaller numbers are seconds (until the year 5138), others are milliseconds (since 1973). */
const SECONDS_LIMIT = 100_000_000_000;

const NUMBER = /^-?\d+(?:\.\d+)?$/;
/** RFC 2822: starts with a weekday or a day, and always has a zone. */
const RFC_2822 =
	/^(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} [\d:]+ (?:[+-]\d{4}|[A-Z]{1,3})$/;
/** RFC 3339 and variants of clients: slashes, single digits, a space, no zone or only its hours. */
const CALENDAR =
	/^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?)?(?:\s?(?:Z|([+-]\d{2}):?(\d{2})?))?$/i;

/**
 * Reads the time formats of clients: RFC 3339 in any zone or without one (UTC), a date only,
 * slashes, RFC 2822, and seconds or milliseconds as number or text.
 *
 * @returns Milliseconds since the Unix epoch, or `undefined`.
 * @example
 * parseTimestamp("2026-11-20T09:00:00Z"); // 1795165200000
 */
export function parseTimestamp(value: unknown): number | undefined {
	if (typeof value === "number") return fromNumber(value);
	if (typeof value !== "string") return undefined;
	const text = value.trim();
	if (NUMBER.test(text)) return fromNumber(Number(text));
	if (RFC_2822.test(text)) return finite(Date.parse(text));
	const parts = CALENDAR.exec(text);
	return parts === null ? undefined : finite(Date.parse(isoText(parts)));
}

function fromNumber(value: number): number | undefined {
	return finite(Math.abs(value) < SECONDS_LIMIT ? value * 1000 : value);
}

/** @returns A text that `Date.parse()` reads the same in every time zone. */
function isoText([, year = "", month = "", day = "", ...rest]: readonly string[]): string {
	const [hours = "0", minutes = "00", seconds = "00", fraction = "", zone, zoneMinutes = "00"] =
		rest;
	const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
	const time = `${hours.padStart(2, "0")}:${minutes}:${seconds}.${fraction.slice(0, 3).padEnd(3, "0")}`;
	return `${date}T${time}${zone === undefined ? "Z" : `${zone}:${zoneMinutes}`}`;
}

function finite(value: number): number | undefined {
	return Number.isFinite(value) ? value : undefined;
}
