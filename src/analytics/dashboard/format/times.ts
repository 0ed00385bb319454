import type { Interval } from "../../api-types/dimensions.ts";
import { addDays } from "../state/dates.ts";
import type { DaySpan } from "../state/ranges.ts";

/** Cached, because creating a formatter takes longer than hundreds of uses. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
	const key = JSON.stringify(options);
	const known = formatters.get(key);
	if (known !== undefined) return known;
	const made = new Intl.DateTimeFormat("en-GB", options);
	formatters.set(key, made);
	return made;
}

const AXIS: Readonly<Record<Interval, Intl.DateTimeFormatOptions>> = {
	hour: { hour: "2-digit", minute: "2-digit" },
	day: { day: "numeric", month: "short" },
	week: { day: "numeric", month: "short" },
	month: { month: "short", year: "2-digit" },
};

const POINT: Readonly<Record<Interval, Intl.DateTimeFormatOptions>> = {
	hour: { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" },
	day: { weekday: "short", day: "numeric", month: "short", year: "numeric" },
	week: { day: "numeric", month: "short", year: "numeric" },
	month: { month: "long", year: "numeric" },
};

/** Label below the axis of a chart. */
export function formatTick(start: string, interval: Interval, timeZone: string): string {
	return formatterOf({ ...AXIS[interval], timeZone }).format(new Date(start));
}

/** Full label of a point, for its tooltip. */
export function formatPoint(start: string, interval: Interval, timeZone: string): string {
	const text = formatterOf({ ...POINT[interval], timeZone }).format(new Date(start));
	return interval === "week" ? `Week from ${text}` : text;
}

export function formatTime(time: string, timeZone: string): string {
	return formatterOf({ dateStyle: "medium", timeStyle: "medium", timeZone }).format(new Date(time));
}

export function formatClock(time: string, timeZone: string): string {
	return formatterOf({ timeStyle: "medium", timeZone }).format(new Date(time));
}

/** The time of day, with the day if it is not the day of `now`. */
export function formatRecent(time: string, timeZone: string, now: string): string {
	const isSameDay = formatDayOf(time, timeZone) === formatDayOf(now, timeZone);
	return isSameDay ? formatClock(time, timeZone) : formatTime(time, timeZone);
}

/** The full date of a timestamp. */
export function formatDayOf(time: string, timeZone: string): string {
	return formatterOf({ dateStyle: "full", timeZone }).format(new Date(time));
}

const DAY = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" } as const;

export function formatDay(day: string): string {
	return formatterOf(DAY).format(new Date(day));
}

/** @returns For example `2 Jan 2026 – 31 Jan 2026`. */
export function formatSpan({ from, to }: DaySpan): string {
	const last = addDays(to, -1);
	if (from === "all") return `until ${formatDay(last)}`;
	return formatterOf(DAY).formatRange(new Date(from), new Date(last));
}

const RELATIVE = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const STEPS = [
	["day", 86_400_000],
	["hour", 3_600_000],
	["minute", 60_000],
] as const;

/** @returns For example `3 hours ago`; the day if it is more than 30 days away. */
export function formatAgo(time: string, now: number): string {
	const difference = Date.parse(time) - now;
	if (Math.abs(difference) > 30 * 86_400_000) return formatDay(time);
	const [unit, length] = STEPS.find(([, length]) => Math.abs(difference) >= length) ?? [];
	if (unit === undefined || length === undefined) return "just now";
	return RELATIVE.format(Math.round(difference / length), unit);
}
