import type { Measure } from "../../../wire/dashboard/question.ts";
import { NumberMap } from "../sqlite/number-map.ts";
import { lineOf, type TrendLine } from "./render-trend.ts";

/** The counted facts of an event. */
export interface Sighting {
	/** Point of the series; absent outside of the range. */
	readonly point: number | undefined;
	/** The visitor or session that counts once. */
	readonly unit: number | undefined;
	/** Value of the measured property. Events without a number are skipped before. */
	readonly number: number;
	/** Whether the session has events on two days, and must still count once. */
	readonly isOfTwoDays?: boolean;
}

/** Figures of one line: one for each point, and one for all points. */
export interface Accumulator {
	readonly add: (sighting: Sighting) => void;
	/** Called after the last event of a day (UTC). */
	readonly endDay: () => void;
	readonly render: () => TrendLine;
}

export type CountedBy = "event" | "day" | "range" | "number";

/** Creates the accumulator of one line. */
export function createAccumulator(
	countedBy: CountedBy,
	measure: Measure,
	points: number,
): Accumulator {
	if (countedBy === "number") return createNumbers(measure, points);
	return countedBy === "range" ? createPeopleCount(points) : createCount(countedBy, points);
}

/** Counts events; or visitors and sessions once a day at the first sighting, which may precede the range. */
function createCount(countedBy: "event" | "day", points: number): Accumulator {
	const seen = new Set<number>();
	const seenPastMidnight = new Set<number>();
	const counts = Array.from({ length: points }, () => 0);
	return {
		add: ({ point, unit, isOfTwoDays }) => {
			if (countedBy === "day") {
				const known = isOfTwoDays === true ? seenPastMidnight : seen;
				if (unit === undefined || known.has(unit)) return;
				known.add(unit);
			}
			if (point !== undefined) counts[point] = (counts[point] ?? 0) + 1;
		},
		endDay: () => seen.clear(),
		render: () => lineOf(counts),
	};
}

/** Counts each person once per point and once in total. Sightings must be sorted by time, or in reverse. */
function createPeopleCount(points: number): Accumulator {
	const lastPoints = new NumberMap();
	const counts = Array.from({ length: points }, () => 0);
	return {
		add: ({ point, unit }) => {
			if (unit === undefined || point === undefined || lastPoints.get(unit) === point) return;
			lastPoints.set(unit, point);
			counts[point] = (counts[point] ?? 0) + 1;
		},
		endDay: () => {},
		render: () => ({ total: lastPoints.size, counts }),
	};
}

function createNumbers(measure: Measure, points: number): Accumulator {
	const byPoint = Array.from({ length: points }, () => createNumberFigure(measure));
	const all = createNumberFigure(measure);
	return {
		add: ({ point, number }) => {
			if (point === undefined) return;
			byPoint[point]?.add(number);
			all.add(number);
		},
		endDay: () => {},
		render: () => ({ total: all.figure(), counts: byPoint.map(({ figure }) => figure()) }),
	};
}

interface NumberFigure {
	readonly add: (number: number) => void;
	/** `null` without numbers; an empty sum is 0. */
	readonly figure: () => number | null;
}

function createNumberFigure(measure: Measure): NumberFigure {
	if (measure.of === "percentile") {
		const numbers: number[] = [];
		return {
			add: (number) => numbers.push(number),
			figure: () => nearestRank(numbers, measure.percentile),
		};
	}
	let [sum, count] = [0, 0];
	return {
		add: (number) => {
			sum += number;
			count += 1;
		},
		figure: () => (measure.of === "sum" ? sum : count === 0 ? null : sum / count),
	};
}

/** @returns The percentile: the smallest number that this percentage of all numbers does not exceed. */
export function nearestRank(numbers: readonly number[], percentile: number): number | null {
	const sorted = Float64Array.from(numbers).toSorted();
	return sorted[Math.max(0, Math.ceil((percentile / 100) * sorted.length) - 1)] ?? null;
}
