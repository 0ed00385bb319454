import type { VisitorCounting } from "../../../api-types/stats.ts";
import { dailyVisitors } from "../../../store/columns/count-day.ts";
import type { DayColumns } from "../../../store/columns/day-columns.ts";
import type { Mask } from "../../../store/columns/day-sums.ts";
import { type BitmapRoom, PairSet } from "../../../store/columns/pair-set.ts";
import type { ScannedDay, Segment } from "./scan-range.ts";

/** Counts the visitors of rows: each once in a row, and once in each of its points. */
export interface VisitorCount {
	/**
	 * @returns The events that suffice to count the visitors of values that a session has once: the first event of
	 *   each visitor in each session and segment.
	 */
	readonly firsts: (counted: Omit<CountedDay, "rows">) => Mask;
	/** @param rows Row of each event, -1 for none; absent: every event is in row 0. */
	readonly add: (counted: CountedDay) => void;
	/** Call it after the last day. */
	readonly line: (row: number) => VisitorLine;
}

export interface CountedDay {
	readonly day: ScannedDay;
	readonly mask: Mask;
	readonly segments: readonly Segment[];
	readonly rows?: Int32Array | undefined;
}

export interface VisitorLine {
	readonly total: number;
	readonly counts: readonly number[];
}

export interface VisitorCountOptions {
	/** Of `readPersons()`. */
	readonly persons: Uint32Array;
	/** Number of points of the series. */
	readonly points: number;
	/** Shared by the counts of a question. */
	readonly room?: BitmapRoom;
}

export function countVisitors(
	unit: VisitorCounting["unit"],
	options: VisitorCountOptions,
): VisitorCount {
	return unit === "people" ? countPeople(options) : countDailyVisitors(options);
}

/** Counts in rows and points. */
export class Grid {
	readonly #points: number;
	#counts = new Float64Array(64);

	constructor(points: number) {
		this.#points = points;
	}

	add(row: number, point: number, count = 1): void {
		const place = row * this.#points + point;
		if (place >= this.#counts.length) {
			const counts = new Float64Array(Math.max(place + 1, this.#counts.length * 2));
			counts.set(this.#counts);
			this.#counts = counts;
		}
		this.#counts[place] = (this.#counts[place] as number) + count;
	}

	row(row: number): readonly number[] {
		const first = row * this.#points;
		return Array.from({ length: this.#points }, (_, point) => this.#counts[first + point] ?? 0);
	}

	/** @returns The line of a row, with the sum of its points as total. */
	line(row: number): VisitorLine {
		const counts = this.row(row);
		return { counts, total: counts.reduce((sum, count) => sum + count, 0) };
	}
}

/** A daily visitor counts at the first sighting, which may precede the range. */
function countDailyVisitors({ persons, points }: VisitorCountOptions): VisitorCount {
	const grid = new Grid(points);
	const countOnce = createFirstSightings();
	return {
		firsts: ({ day, mask }) => {
			return firstMask(day.columns, dailyVisitors(day.columns, persons).of, mask, [
				{ first: 0, last: mask.length },
			]);
		},
		add: ({ day, mask, segments, rows }) => {
			const { of: units, count: unitCount } = dailyVisitors(day.columns, persons);
			const pointOf = pointsOfEvents(segments, mask.length);
			countOnce({ mask, rows, units, unitCount }, (row, index) => {
				const point = pointOf[index] as number;
				if (point >= 0) grid.add(row, point);
			});
		},
		line: (row) => grid.line(row),
	};
}

function pointsOfEvents(segments: readonly Segment[], count: number): Int32Array {
	const points = new Int32Array(count);
	for (const { first, last, point } of segments) points.fill(point, first, last);
	return points;
}

export interface SightedUnits {
	readonly mask: Mask;
	readonly rows: Int32Array | undefined;
	/** Number of an event's unit, from 1; 0: none. */
	readonly units: (index: number) => number;
	/** Highest number plus 1. */
	readonly unitCount: number;
}

/** @returns A function that visits the first event of each unit of a day in each row. */
export function createFirstSightings() {
	const seen = new PairSet();
	return (
		{ mask, rows, units, unitCount }: SightedUnits,
		visit: (row: number, index: number) => void,
	): void => {
		seen.clear(unitCount);
		for (let index = 0; index < mask.length; index += 1) {
			if (mask[index] === 0) continue;
			const unit = units(index);
			const row = rows === undefined ? 0 : (rows[index] as number);
			if (unit !== 0 && row >= 0 && seen.add(row, unit)) visit(row, index);
		}
	};
}

/** @returns The first event of each run of a unit in a session, by segment. */
function firstMask(
	{ sessions, sessionTable: { size } }: DayColumns,
	unitOf: (index: number) => number,
	mask: Mask,
	segments: readonly Pick<Segment, "first" | "last">[],
): Mask {
	const firsts = new Uint8Array(mask.length);
	const lastUnit = new Uint32Array(size);
	for (const { first, last } of segments) {
		lastUnit.fill(0);
		for (let index = first; index < last; index += 1) {
			if (mask[index] === 0) continue;
			const session = sessions[index] as number;
			const unit = unitOf(index);
			if (lastUnit[session] === unit) continue;
			lastUnit[session] = unit;
			firsts[index] = 1;
		}
	}
	return firsts;
}

/** Counts people in the range. Days must be added in order. */
function countPeople({ persons, points, room }: VisitorCountOptions): VisitorCount {
	const grid = new Grid(points);
	const totals = new Grid(1);
	const seen = new PairSet(persons.length, room);
	const seenAtPoint = new PairSet(persons.length);
	let current = 0;
	return {
		firsts: ({ day: { columns }, mask, segments }) => {
			const { ids } = columns;
			const inRange = segments.filter(({ point }) => point >= 0);
			return firstMask(columns, (index) => persons[ids[index] as number] as number, mask, inRange);
		},
		add: ({ day: { columns }, mask, segments, rows }) => {
			const { ids } = columns;
			for (const { first, last, point } of segments) {
				if (point < 0) continue;
				if (point !== current) seenAtPoint.clear(persons.length);
				current = point;
				for (let index = first; index < last; index += 1) {
					if (mask[index] === 0) continue;
					const row = rows === undefined ? 0 : (rows[index] as number);
					if (row < 0) continue;
					const person = persons[ids[index] as number] as number;
					if (points > 1 && !seenAtPoint.add(row, person)) continue;
					const isNew = seen.add(row, person);
					if (isNew) totals.add(row, 0);
					if (isNew || points > 1) grid.add(row, point);
				}
			}
		},
		line: (row) => ({ counts: grid.row(row), total: totals.row(row)[0] ?? 0 }),
	};
}
