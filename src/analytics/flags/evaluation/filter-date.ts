const RELATIVE = /^-?(\d{1,4})([hdwmy])$/;
const HOUR_MS = 3_600_000;
const FIXED_MS = { h: HOUR_MS, d: 24 * HOUR_MS, w: 7 * 24 * HOUR_MS } as const;
const MONTHS = { m: 1, y: 12 } as const;

const DATE = String.raw`(\d{4})[-/](\d{2})[-/](\d{2})`;
const TIME = String.raw`(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?`;
const ZONE = String.raw`(Z|[+-]\d{2}:?\d{2})?`;
const ABSOLUTE = new RegExp(`^${DATE}${TIME}\\s?${ZONE}$`, "i");

/**
 * Reads the date of a filter: absolute, or relative as in `-7d`. A time without a zone is UTC.
 * `7d` and `-7d` are both in the past.
 *
 * @param now Milliseconds since the Unix epoch.
 * @returns Milliseconds since the Unix epoch, or `undefined` for any other text.
 */
export function readFilterDate(text: string, now: number): number | undefined {
	return readRelativeDate(text, now) ?? readAbsoluteDate(text);
}

/** Reads a property as a date: like a filter's, or as seconds since the Unix epoch. */
export function readPropertyDate(value: unknown, now: number): number | undefined {
	const seconds = propertyNumber(value);
	if (seconds !== undefined) return Math.round(seconds * 1000);
	return typeof value === "string" ? readFilterDate(value, now) : undefined;
}

function readRelativeDate(text: string, now: number): number | undefined {
	const match = RELATIVE.exec(text);
	if (match === null) return undefined;
	const count = Number(match[1]);
	const unit = match[2];
	if (unit === "m" || unit === "y") return monthsBefore(now, count * MONTHS[unit]);
	// The expression allows no other letter.
	return now - count * FIXED_MS[unit as keyof typeof FIXED_MS];
}

/** @returns The same day of an earlier month, or the last day of a shorter month. */
function monthsBefore(now: number, count: number): number {
	const date = new Date(now);
	const day = date.getUTCDate();
	date.setUTCDate(1);
	date.setUTCMonth(date.getUTCMonth() - count);
	const lastDay = lastDayOf(date.getUTCFullYear(), date.getUTCMonth() + 1);
	date.setUTCDate(Math.min(day, lastDay));
	return date.getTime();
}

/** `Date` itself would turn 30 February into 2 March. */
function lastDayOf(year: number, month: number): number {
	return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function readAbsoluteDate(text: string): number | undefined {
	const match = ABSOLUTE.exec(text.trim());
	if (match === null) return undefined;
	const [, year, month, day, hour = "00", minute = "00", second = "00", fraction = "0", zone] =
		match;
	const milliseconds = fraction.padEnd(3, "0").slice(0, 3);
	const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}${isoZone(zone)}`;
	if (Number(day) > lastDayOf(Number(year), Number(month))) return undefined;
	const time = Date.parse(iso);
	return Number.isNaN(time) ? undefined : time;
}

function isoZone(zone = "Z"): string {
	if (zone.toUpperCase() === "Z") return "Z";
	return zone.includes(":") ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;
}

/** @returns The text of a property for comparisons: strings unchanged, other values as JSON. */
export function propertyText(value: unknown): string {
	return typeof value === "string" ? value : JSON.stringify(value);
}

/** @returns The number of a property or of its text; otherwise `undefined`. */
export function propertyNumber(value: unknown): number | undefined {
	if (typeof value === "number") return value;
	if (typeof value !== "string" || !NUMBER.test(value)) return undefined;
	return Number(value);
}

/** Stricter than `Number()`, which reads blank text as 0 and accepts hexadecimal. */
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
