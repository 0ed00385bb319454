import type { DatabaseSync } from "node:sqlite";
import { readStamps } from "../database/day-stamps.ts";
import type { Strings } from "../dictionary/strings.ts";
import { readDayRows } from "./day-rows.ts";
import type { DayCounter } from "./day-totals.ts";
import {
	addTotals,
	DAY_MS,
	DIMENSIONS,
	type Dimension,
	firstDayOfMonth,
	monthOfDay,
	type NamedTotal,
	newSum,
	PERIODS,
	QUARTER_MS,
	quarterOf,
	readTotals,
	type Sum,
	sumOf,
	TOTALS_COLUMNS,
	type Totals,
} from "./roll-up.ts";

/**
 * Reads totals. Reads whole months of a range from the rows of months, and only the rest from days, so that a
 * year reads hardly more rows than a month. Days without current totals, such as today, are counted from their events.
 */
export type RollUpReader = ReturnType<typeof createRollUpReader>;

/**
 * Quarters of an hour or whole days (UTC) since the Unix epoch, or months as `monthOfDay()` counts; `to` is
 * excluded.
 */
export interface BucketRange {
	readonly from: number;
	readonly to: number;
}

export interface Point extends Totals {
	readonly bucket: number;
}

/** Sort columns of rows, in descending order. */
export const ROW_ORDERS = ["views", "visitors", "sessions"] as const;
export type RowOrder = (typeof ROW_ORDERS)[number];

export interface BreakdownRow extends Totals {
	readonly value: string;
}

/** Buckets of one period that cover part of a range. */
interface Stretch extends BucketRange {
	readonly period: number;
}

const SUMS = `
	sum(views) AS views, sum(visitors) AS visitors, sum(sessions) AS sessions,
	sum(bounces) AS bounces, sum(duration_ms) AS duration_ms
`;

/** A day whose stored totals are not those of its events. */
interface UncountedDay {
	readonly day: number;
	/** Whether the stored totals of the day must not be read. */
	readonly isOutdated: boolean;
	/** Totals of the day beside the stored ones. */
	readonly totals: readonly NamedTotal[];
}

interface RollUpReaderOptions {
	readonly database: DatabaseSync;
	readonly strings: Pick<Strings, "textOf">;
	readonly counter: DayCounter;
}

export function createRollUpReader({ database, strings, counter }: RollUpReaderOptions) {
	const stretch = `
		SELECT value, ${TOTALS_COLUMNS} FROM roll_ups
		WHERE period = ? AND dimension = ? AND bucket >= ? AND bucket < ?
	`;
	const ofStretch = database.prepare(`SELECT value, ${SUMS} FROM (${stretch}) GROUP BY value`);
	const ofBuckets = database.prepare(
		`SELECT * FROM roll_ups WHERE period = ? AND dimension = ${DIMENSIONS.all} AND bucket >= ? AND bucket < ? ORDER BY bucket`,
	);
	const version = database.prepare(
		"SELECT data_version || ' ' || total_changes() AS version FROM pragma_data_version",
	);
	/** Days that were counted for this version of the file: a question needs them several times. */
	let known = { version: "", days: new Map<number, UncountedDay>() };
	const uncountedDays = (range: BucketRange): readonly UncountedDay[] => {
		const due = [...readStamps(database, range)].filter(([, { hasTotals }]) => !hasTotals);
		if (due.length === 0) return [];
		const now = String(version.get()?.["version"]);
		if (known.version !== now) known = { version: now, days: new Map() };
		let count: ReturnType<DayCounter> | undefined;
		return due.map(([day, stamped]) =>
			known.days.getOrInsertComputed(day, () => {
				count ??= counter();
				const base = stamped.isMade ? readDayRows({ database, strings }, "base_totals", day) : [];
				return { day, isOutdated: stamped.isMade, totals: [...base, ...count(day, stamped)] };
			}),
		);
	};
	/** Adds up the values of a dimension, by number, over all days with current totals. */
	const sumsOf = (
		dimension: Dimension,
		range: BucketRange,
		uncounted: readonly UncountedDay[],
	): ReadonlyMap<number, Sum> => {
		const sums = new Map<number, Sum>();
		const outdated = uncounted.filter(({ isOutdated }) => isOutdated);
		for (const days of daysBetween(range, outdated)) {
			for (const { period, from, to } of splitAtMonths(days)) {
				if (from >= to) continue;
				for (const row of ofStretch.all(period, DIMENSIONS[dimension], from, to)) {
					addTotals(sums.getOrInsertComputed(Number(row["value"]), newSum), readTotals(row));
				}
			}
		}
		return sums;
	};
	return {
		/** @returns Totals of the days from `from` to `to`, `to` excluded. */
		totals: (range: BucketRange): Totals => {
			const uncounted = uncountedDays(range);
			const counted = uncounted.flatMap(({ totals }) =>
				totals.filter(({ dimension }) => dimension === "all"),
			);
			return sumOf([...sumsOf("all", range, uncounted).values(), ...counted]);
		},
		/** @returns A point for each bucket with data, in order. Absent buckets are zero. */
		series: (period: "day" | "quarter", { from, to }: BucketRange): readonly Point[] => {
			const perDay = period === "day" ? 1 : DAY_MS / QUARTER_MS;
			const days = { from: Math.floor(from / perDay), to: Math.ceil(to / perDay) };
			const uncounted = uncountedDays(days);
			const outdated = new Set(
				uncounted.filter(({ isOutdated }) => isOutdated).map(({ day }) => day),
			);
			const points = new Map<number, Sum>();
			for (const row of ofBuckets.all(PERIODS[period], from, to)) {
				const bucket = Number(row["bucket"]);
				if (!outdated.has(Math.floor(bucket / perDay))) points.set(bucket, { ...readTotals(row) });
			}
			for (const { day, totals } of uncounted) {
				for (const { dimension, value, ...figures } of totals) {
					if (dimension !== (period === "day" ? "all" : "quarter")) continue;
					const bucket = period === "day" ? day : quarterOf(Date.parse(value));
					if (bucket < from || bucket >= to) continue;
					addTotals(points.getOrInsertComputed(bucket, newSum), figures);
				}
			}
			return [...points]
				.map(([bucket, totals]) => ({ bucket, ...totals }))
				.toSorted((a, b) => a.bucket - b.bucket);
		},
		/** @returns The totals of all values of a dimension. */
		breakdown: (
			dimension: Exclude<Dimension, "all">,
			range: BucketRange,
		): ReadonlyMap<string, Totals> => {
			const uncounted = uncountedDays(range);
			const values = new Map<string, Sum>();
			for (const [value, sum] of sumsOf(dimension, range, uncounted)) {
				addTotals(values.getOrInsertComputed(strings.textOf(value), newSum), sum);
			}
			for (const { totals } of uncounted) {
				for (const { dimension: of, value, ...figures } of totals) {
					if (of === dimension) addTotals(values.getOrInsertComputed(value, newSum), figures);
				}
			}
			return values;
		},
	};
}

/** Cuts a range at days. @returns The ranges between them. */
function daysBetween(
	{ from, to }: BucketRange,
	days: readonly { readonly day: number }[],
): readonly BucketRange[] {
	const ranges: BucketRange[] = [];
	let start = from;
	for (const { day } of days) {
		ranges.push({ from: start, to: day });
		start = day + 1;
	}
	return [...ranges, { from: start, to }].filter((range) => range.from < range.to);
}

/** Splits a range into the days before the first whole month, the whole months, and the days after. */
export function splitAtMonths({ from, to }: BucketRange): readonly [Stretch, Stretch, Stretch] {
	const startsMonth = firstDayOfMonth(monthOfDay(from)) === from;
	const firstMonth = monthOfDay(from) + (startsMonth ? 0 : 1);
	const endMonth = monthOfDay(to);
	if (endMonth <= firstMonth) {
		const nothing = { period: PERIODS.day, from: 0, to: 0 };
		return [{ period: PERIODS.day, from, to }, nothing, nothing];
	}
	return [
		{ period: PERIODS.day, from, to: firstDayOfMonth(firstMonth) },
		{ period: PERIODS.month, from: firstMonth, to: endMonth },
		{ period: PERIODS.day, from: firstDayOfMonth(endMonth), to },
	];
}
