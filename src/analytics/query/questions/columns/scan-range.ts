import type { TimeRange } from "../../../api/time-range.ts";
import type { Filters, Goal } from "../../../api-types/question.ts";
import type { DayColumns } from "../../../store/columns/day-columns.ts";
import type { Mask } from "../../../store/columns/day-sums.ts";
import { DAY_MS } from "../../../store/totals/roll-up.ts";
import type { LocalRange } from "../../figures/local-range.ts";
import type { Reader } from "../../threads/reader.ts";
import { filterMask, keepOnly, selectorMask } from "./event-masks.ts";
import { type KnownSelector, knownSelector, selectsViews } from "./selectors.ts";

export interface ScanQuestion {
	readonly filters: Filters;
	readonly goals: Readonly<Record<string, Goal>>;
	readonly isOfBots?: boolean;
}

/** One day (UTC) of a scan. */
export interface ScannedDay {
	readonly columns: DayColumns;
	/** Start of the day, in milliseconds since the Unix epoch. */
	readonly start: number;
	/** Events that pass the filters and match a selector. */
	readonly select: (selector: KnownSelector) => Mask;
	/** Events that pass the filters. */
	readonly passing: () => Mask;
}

/** Events `first` to `last` of a day, `last` not included. */
export interface Segment {
	readonly first: number;
	readonly last: number;
	/** Point of the series; -1 outside of the range. */
	readonly point: number;
}

/** @returns The range, widened to whole days (UTC). */
export function wholeDays({ from, to }: TimeRange): TimeRange {
	return { from: Math.floor(from / DAY_MS) * DAY_MS, to: Math.ceil(to / DAY_MS) * DAY_MS };
}

/** @returns The range, widened to whole days and to the day on which its last sessions can end. */
export function daysOfSessions(range: TimeRange): TimeRange {
	const { from, to } = wholeDays(range);
	return { from, to: to + DAY_MS };
}

/** Scans the days (UTC) that a range touches, in order. */
export function* scanRange(
	{ columns: reader, checkAsked }: Pick<Reader, "columns" | "checkAsked">,
	{ filters, goals, isOfBots = false }: ScanQuestion,
	range: TimeRange,
): Generator<ScannedDay> {
	const [first, end] = [Math.floor(range.from / DAY_MS), Math.ceil(range.to / DAY_MS)];
	const reachedBy = createGoalMasks(filters, goals);
	// A session over midnight may reach its goal on the other day.
	const margin = reachedBy === undefined ? 0 : 1;
	const days = reader.days({ from: first - margin, to: end + margin, isOfBots });
	for (const { before, columns, after } of withNeighbors(days, margin)) {
		checkAsked();
		const passing = (isOfViews: boolean): Mask =>
			filterMask(columns, filters, {
				isOfViews,
				reached: (goal) => reachedBy?.(goal, columns, [before, after]) ?? new Uint8Array(0),
			});
		yield {
			columns,
			start: columns.day * DAY_MS,
			passing: () => passing(false),
			select: (selector) => {
				const mask = selectorMask(columns, selector);
				if (filters.conditions.length > 0) keepOnly(mask, passing(selectsViews(selector)));
				return mask;
			},
		};
	}
}

interface Neighbors {
	readonly before: DayColumns | undefined;
	readonly columns: DayColumns;
	readonly after: DayColumns | undefined;
}

function* withNeighbors(days: Iterable<DayColumns>, margin: number): Generator<Neighbors> {
	let [before, columns]: (DayColumns | undefined)[] = [];
	for (const after of days) {
		if (margin === 0) yield { before: undefined, columns: after, after: undefined };
		else if (columns !== undefined && before !== undefined) yield { before, columns, after };
		[before, columns] = [columns, after];
	}
}

/** @returns A function that finds the sessions of a day that reach a goal, on this day or on a neighbor. */
function createGoalMasks({ conditions }: Filters, goals: Readonly<Record<string, Goal>>) {
	const keys = conditions.flatMap((condition) => ("goal" in condition ? [condition.goal] : []));
	if (keys.length === 0) return undefined;
	const known = new WeakMap<DayColumns, Map<string, Mask>>();
	const reachedOn = (goal: string, columns: DayColumns): Mask => {
		const masks = known.get(columns) ?? new Map<string, Mask>();
		known.set(columns, masks);
		return masks.getOrInsertComputed(goal, () => {
			const reached = new Uint8Array(columns.sessionTable.size);
			const matches = selectorMask(columns, knownSelector({ goal }, goals));
			for (let index = 0; index < columns.count; index += 1) {
				if (matches[index] === 1) reached[columns.sessions[index] as number] = 1;
			}
			// Events outside of visits reach no goal.
			reached[0] = 0;
			return reached;
		});
	};
	return (
		goal: string,
		columns: DayColumns,
		neighbors: readonly (DayColumns | undefined)[],
	): Mask => {
		const reached = Uint8Array.from(reachedOn(goal, columns));
		const own = sessionsOverMidnight(columns);
		for (const neighbor of neighbors) {
			if (neighbor === undefined || own.size === 0) continue;
			const there = reachedOn(goal, neighbor);
			for (const [number, index] of sessionsOverMidnight(neighbor)) {
				const here = own.get(number);
				if (here !== undefined && there[index] === 1) reached[here] = 1;
			}
		}
		return reached;
	};
}

/** @returns Sessions with events on another day: number → index in the day. */
export function sessionsOverMidnight({
	day,
	sessionTable,
}: DayColumns): ReadonlyMap<number, number> {
	const { numbers, startedAt, durations, size } = sessionTable;
	const [start, end] = [day * DAY_MS, (day + 1) * DAY_MS];
	const found = new Map<number, number>();
	for (let index = 1; index < size; index += 1) {
		const began = startedAt[index] as number;
		const isOver = began < start || began + (durations[index] as number) >= end;
		if (isOver) found.set(numbers[index] as number, index);
	}
	return found;
}

/** Cuts the events of a day at the points of a range. */
export function segmentsOf(
	{ columns: { times }, start }: ScannedDay,
	{ from, to, starts }: Pick<LocalRange, "from" | "to" | "starts">,
): readonly Segment[] {
	const placeOf = (time: number): number => lowerBound(times, time - start);
	const [first, last] = [placeOf(from), placeOf(to)];
	const segments: Segment[] = [{ first: 0, last: first, point: -1 }];
	let point = 0;
	while (point + 1 < starts.length && (starts[point + 1] as number) <= start) point += 1;
	for (let at = first; at < last; point += 1) {
		const next = Math.min(last, placeOf(starts[point + 1] ?? to));
		segments.push({ first: at, last: next, point });
		at = next;
	}
	segments.push({ first: last, last: times.length, point: -1 });
	return segments.filter((segment) => segment.first < segment.last);
}

/** @returns The index of the first number that is not below `limit`. */
function lowerBound(numbers: Uint32Array, limit: number): number {
	let [low, high] = [0, numbers.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((numbers[middle] as number) < limit) low = middle + 1;
		else high = middle;
	}
	return low;
}
