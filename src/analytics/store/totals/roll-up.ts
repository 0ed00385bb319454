export const HOUR_MS = 3_600_000;
export const QUARTER_MS = HOUR_MS / 4;
export const DAY_MS = 24 * HOUR_MS;

/** Dimensions of the totals. The file stores the numbers: never reuse a number for another dimension. */
export const DIMENSIONS = {
	/** Totals of everything; its only value is 0. */
	all: 0,
	/** Event names; `views` counts events. */
	event: 1,
	/** Pages; sessions, bounces and durations count the sessions that entered there. */
	page: 2,
	/** Last pages of sessions; counts only sessions. */
	exit_page: 3,
	status: 4,
	/** Names of bots; `views` counts their events. */
	bot: 5,
	referrer: 6,
	utm_source: 7,
	utm_medium: 8,
	utm_campaign: 9,
	utm_term: 10,
	utm_content: 11,
	browser: 12,
	os: 13,
	device: 14,
	language: 15,
	host: 16,
	country: 17,
	region: 18,
	channel: 19,
} as const;

export type Dimension = keyof typeof DIMENSIONS;

/** There are 20 dimensions; the rest of a key is the value's number or the day. */
export const DIMENSION_RANGE = 32;

/**
 * Bucket lengths. Only `all` has quarters of an hour: quarters of every dimension would be most of the file.
 * Every time zone's offset is a multiple of a quarter.
 */
export const PERIODS = { day: 1, month: 2, quarter: 3 } as const;

/** Replaces texts above a limit: of new texts, or of values of a day. */
export const OTHER_VALUES = "(other)";

export interface Totals {
	readonly views: number;
	readonly visitors: number;
	readonly sessions: number;
	/** Sessions with one page view at most. */
	readonly bounces: number;
	/** Sum over all sessions, in milliseconds. */
	readonly durationMs: number;
}

/** A total of a day, with its names as text. */
export interface NamedTotal extends Totals {
	readonly dimension: keyof typeof DIMENSIONS | "quarter";
	/** Empty for the dimension `all`. For a quarter of an hour, its start in ISO 8601. */
	readonly value: string;
}

export const NO_TOTALS: Totals = { views: 0, visitors: 0, sessions: 0, bounces: 0, durationMs: 0 };

/** Mutable totals. */
export type Sum = { -readonly [Field in keyof Totals]: Totals[Field] };

/** Adds totals to a sum in place, or subtracts them. */
export function addTotals(
	sum: Sum,
	{ views, visitors, sessions, bounces, durationMs }: Totals,
	sign: 1 | -1 = 1,
): Sum {
	sum.views += sign * views;
	sum.visitors += sign * visitors;
	sum.sessions += sign * sessions;
	sum.bounces += sign * bounces;
	sum.durationMs += sign * durationMs;
	return sum;
}

export function newSum(): Sum {
	return { ...NO_TOTALS };
}

export function sumOf(totals: Iterable<Totals>): Sum {
	const sum = newSum();
	for (const one of totals) addTotals(sum, one);
	return sum;
}

export const TOTALS_COLUMNS = "views, visitors, sessions, bounces, duration_ms";

/** @param row Columns of `TOTALS_COLUMNS`, or their sums. */
export function readTotals(row: Record<string, unknown>): Totals {
	return {
		views: Number(row["views"] ?? 0),
		visitors: Number(row["visitors"] ?? 0),
		sessions: Number(row["sessions"] ?? 0),
		bounces: Number(row["bounces"] ?? 0),
		durationMs: Number(row["duration_ms"] ?? 0),
	};
}

/** Whole days since the Unix epoch, UTC. */
export function dayOf(timestamp: number): number {
	return Math.floor(timestamp / DAY_MS);
}

/** @returns Date of a day since the Unix epoch, such as `2026-11-23`. */
export function isoDay(day: number): string {
	return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Whole quarters of an hour since the Unix epoch. */
export function quarterOf(timestamp: number): number {
	return Math.floor(timestamp / QUARTER_MS);
}

/** Converts a day since the Unix epoch to months since January of the year 0. */
export function monthOfDay(day: number): number {
	const date = new Date(day * DAY_MS);
	return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** First day of a month of `monthOfDay()`, in days since the Unix epoch. */
export function firstDayOfMonth(month: number): number {
	return Date.UTC(Math.floor(month / 12), month % 12) / DAY_MS;
}
