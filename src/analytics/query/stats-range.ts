import { DAY_MS, dayOf } from "../store/roll-up.ts";
import type { DayRange } from "../store/roll-up-reader.ts";
import { bucketsOf, type Interval } from "./interval.ts";

/** What was asked for. Times are milliseconds since the Unix epoch. */
export interface StatsTimes {
	readonly from: number | undefined;
	/** Not included. */
	readonly to: number | undefined;
	readonly interval: Interval | undefined;
}

export interface StatsRange {
	readonly days: DayRange;
	readonly interval: Interval;
}

export type StatsRangeReading =
	| { readonly kind: "range"; readonly range: StatsRange }
	| { readonly kind: "problem"; readonly problem: string };

const DEFAULT_DAYS = 30;
/** Two months of hours, four years of days: no chart is wider. */
export const MAX_POINTS = 1_500;

/**
 * Widens times to whole days, because days are what totals are kept by, and picks an
 * interval where none was asked for.
 *
 * @param now Milliseconds since the Unix epoch; a range without an end goes to the end of today.
 */
export function resolveStatsRange(
	{ from, to, interval }: StatsTimes,
	now: number,
): StatsRangeReading {
	const endDay = to === undefined ? dayOf(now) + 1 : Math.ceil(to / DAY_MS);
	const days = { from: from === undefined ? endDay - DEFAULT_DAYS : dayOf(from), to: endDay };
	if (days.from >= days.to) {
		return problem(`to must be later than from: current value is "${isoDate(days.to)}"`);
	}
	const range = { days, interval: interval ?? usualInterval(days) };
	const { from: first, to: end } = bucketsOf(range.interval, days);
	if (end - first <= MAX_POINTS) return { kind: "range", range };
	return problem(
		`interval must be longer, for at most ${MAX_POINTS} points: current value is "${range.interval}"`,
	);
}

/** @returns As many days as the range has, just before it. */
export function rangeBefore({ from, to }: DayRange): DayRange {
	return { from: from - (to - from), to: from };
}

function usualInterval({ from, to }: DayRange): Interval {
	if (to - from <= 2) return "hour";
	return to - from <= 400 ? "day" : "month";
}

function isoDate(day: number): string {
	return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

function problem(sentence: string): StatsRangeReading {
	return { kind: "problem", problem: sentence };
}
