import type { VisitorCounting } from "../../../api-types/stats.ts";
import { dailyVisitors } from "../../../store/columns/count-day.ts";
import type { Mask } from "./event-masks.ts";
import type { ScannedDay, Segment } from "./scan-range.ts";

/** Counts the visitors of rows: each once in a row, and once in each of its points. */
export interface VisitorCount {
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

/**
 * @param persons Of `readPersons()`.
 * @param points Number of points of the series.
 */
export function countVisitors(
	unit: VisitorCounting["unit"],
	persons: Uint32Array,
	points: number,
): VisitorCount {
	return unit === "people" ? countPeople(persons, points) : countDailyVisitors(persons, points);
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
function countDailyVisitors(persons: Uint32Array, points: number): VisitorCount {
	const grid = new Grid(points);
	return {
		add: ({ day, mask, segments, rows }) => {
			const { of: units, count: unitCount } = dailyVisitors(day.columns, persons);
			const pointOf = pointsOfEvents(segments, mask.length);
			firstSightings({ mask, rows, units, unitCount }, (row, index) => {
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

/** Visits the first event of each unit in each row. */
export function firstSightings(
	{ mask, rows, units, unitCount }: SightedUnits,
	visit: (row: number, index: number) => void,
): void {
	const last = new Int32Array(unitCount).fill(-1);
	const candidates: number[] = [];
	for (let index = 0; index < mask.length; index += 1) {
		if (mask[index] === 0) continue;
		const unit = units(index);
		const row = rows === undefined ? 0 : (rows[index] as number);
		if (unit === 0 || row < 0 || last[unit] === row) continue;
		last[unit] = row;
		if (rows === undefined) visit(0, index);
		else candidates.push(index);
	}
	if (rows === undefined) return;
	last.fill(-1);
	for (const index of sortByRow(candidates, (candidate) => rows[candidate] as number)) {
		const unit = units(index);
		const row = rows[index] as number;
		if (last[unit] === row) continue;
		last[unit] = row;
		visit(row, index);
	}
}

/** Sorts by counting, which keeps the order within a row. */
function sortByRow(indexes: ArrayLike<number>, rowOf: (index: number) => number): Uint32Array {
	let rowCount = 0;
	for (let at = 0; at < indexes.length; at += 1) {
		rowCount = Math.max(rowCount, rowOf(indexes[at] as number) + 1);
	}
	const places = new Uint32Array(rowCount + 1);
	for (let at = 0; at < indexes.length; at += 1) {
		const next = rowOf(indexes[at] as number) + 1;
		places[next] = (places[next] as number) + 1;
	}
	for (let row = 1; row <= rowCount; row += 1) {
		places[row] = (places[row] as number) + (places[row - 1] as number);
	}
	const sorted = new Uint32Array(indexes.length);
	for (let at = 0; at < indexes.length; at += 1) {
		const index = indexes[at] as number;
		const row = rowOf(index);
		sorted[places[row] as number] = index;
		places[row] = (places[row] as number) + 1;
	}
	return sorted;
}

/** Counts people in the range. Events must be added in order of time. */
function countPeople(persons: Uint32Array, points: number): VisitorCount {
	const grid = new Grid(points);
	const totals = new Grid(1);
	/** Last row and point of a person, as one number plus 1. */
	const last = new Float64Array(persons.length);
	const sightings = new Sightings();
	let isCounted = true;
	const countSightings = (): void => {
		if (isCounted) return;
		isCounted = true;
		const lastRow = new Int32Array(persons.length).fill(-1);
		const lastPoint = new Int32Array(persons.length);
		const { rows, people, points } = sightings;
		const indexes = Uint32Array.from({ length: sightings.length }, (_, index) => index);
		for (const index of sortByRow(indexes, (at) => rows[at] as number)) {
			const row = rows[index] as number;
			const person = people[index] as number;
			const point = points[index] as number;
			const isNew = lastRow[person] !== row;
			if (isNew) totals.add(row, 0);
			if (isNew || lastPoint[person] !== point) grid.add(row, point);
			lastRow[person] = row;
			lastPoint[person] = point;
		}
	};
	return {
		add: ({ day: { columns }, mask, segments, rows }) => {
			const { ids } = columns;
			for (const { first, last: end, point } of segments) {
				if (point < 0) continue;
				for (let index = first; index < end; index += 1) {
					if (mask[index] === 0) continue;
					const person = persons[ids[index] as number] as number;
					const row = rows === undefined ? 0 : (rows[index] as number);
					if (row < 0) continue;
					const now = row * points + point + 1;
					const before = last[person] as number;
					if (before === now) continue;
					last[person] = now;
					if (rows === undefined) {
						if (before === 0) totals.add(0, 0);
						grid.add(0, point);
					} else {
						isCounted = false;
						sightings.add(row, person, point);
					}
				}
			}
		},
		line: (row) => {
			countSightings();
			return { counts: grid.row(row), total: totals.row(row)[0] ?? 0 };
		},
	};
}

/** A list of sightings of people in rows and points, in order of time. */
class Sightings {
	length = 0;
	rows = new Int32Array(1_024);
	people = new Uint32Array(1_024);
	points = new Uint16Array(1_024);

	add(row: number, person: number, point: number): void {
		if (this.length === this.rows.length) this.#grow();
		this.rows[this.length] = row;
		this.people[this.length] = person;
		this.points[this.length] = point;
		this.length += 1;
	}

	#grow(): void {
		const { rows, people, points } = this;
		const size = this.length * 2;
		this.rows = new Int32Array(size);
		this.people = new Uint32Array(size);
		this.points = new Uint16Array(size);
		this.rows.set(rows);
		this.people.set(people);
		this.points.set(points);
	}
}
