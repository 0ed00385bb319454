import type { Measure } from "../../../wire/dashboard/question.ts";
import { NumberMap } from "../sqlite/number-map.ts";
import { lineOf, type TrendLine } from "./render-trend.ts";

/** Where an event falls, and what of it counts. */
export interface Sighting {
	/** Point of the series; absent outside of the range. */
	readonly point: number | undefined;
	/** The visitor or session that counts once. */
	readonly unit: number | undefined;
	/** Of the property that is measured; no event without one gets here. */
	readonly number: number;
	/** Whether the session may be seen on two days, and still counts once. */
	readonly isOfTwoDays?: boolean;
}

/** Figures of one line: a point each, and all together. */
export interface Accumulator {
	readonly add: (sighting: Sighting) => void;
	/** Called behind the last event of a day (UTC). */
	readonly endDay: () => void;
	readonly render: () => TrendLine;
}

export type CountedBy = "event" | "day" | "range" | "number";

/** What a line of a measure is made of. */
export function createAccumulator(
	countedBy: CountedBy,
	measure: Measure,
	points: number,
): Accumulator {
	if (countedBy === "number") return createNumbers(measure, points);
	return countedBy === "range" ? createPeopleCount(points) : createCount(countedBy, points);
}

/** Events; or visitors and sessions, each once a day, where first seen, also outside of the range. */
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

/** Each counts once in every point, and once in all. Sightings come in the order of time, or in its reverse. */
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

/** @returns The smallest number that so many percent of all do not exceed. */
export function nearestRank(numbers: readonly number[], percentile: number): number | null {
	const sorted = Float64Array.from(numbers).toSorted();
	return sorted[Math.max(0, Math.ceil((percentile / 100) * sorted.length) - 1)] ?? null;
}
