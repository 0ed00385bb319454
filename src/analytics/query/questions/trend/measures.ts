import type { TimeRange } from "../../../api/time-range.ts";
import type { Measure } from "../../../api-types/question.ts";
import type { VisitorCounting } from "../../../api-types/stats.ts";
import type { Mask } from "../../../store/columns/day-sums.ts";
import { readPersons } from "../../../store/columns/read-persons.ts";
import { DAY_MS } from "../../../store/totals/roll-up.ts";
import { createPointFinder, type LocalRange } from "../../figures/local-range.ts";
import type { Reader } from "../../threads/reader.ts";
import { countVisitors, createFirstSightings, Grid } from "../columns/count-visitors.ts";
import { propertyNumbers } from "../columns/property-numbers.ts";
import { daysOfSessions, type ScannedDay, segmentsOf, wholeDays } from "../columns/scan-range.ts";
import { lineOf, type TrendLine } from "./render-trend.ts";

/** Counts the selected events of each day by a measure, in rows and points. */
export interface MeasureCount {
	/** The days that must be added, in order. */
	readonly days: TimeRange;
	/** @param rows Row of each event, -1 for none; absent without a breakdown. */
	readonly add: (day: ScannedDay, mask: Mask, rows: Int32Array | undefined) => void;
	/** Figures of all selected events. */
	readonly all: () => TrendLine;
	readonly row: (row: number) => TrendLine;
}

interface MeasureOptions {
	readonly measure: Measure;
	readonly unit: VisitorCounting["unit"];
	readonly range: LocalRange;
}

export function createMeasure(reader: Reader, options: MeasureOptions): MeasureCount {
	switch (options.measure.of) {
		case "events":
		case "views":
			return countEvents(options);
		case "sessions":
			return countSessions(options);
		case "visitors":
			return countVisitorRows(reader, options);
		default:
			return countNumbers(options);
	}
}

function countEvents({ range }: MeasureOptions): MeasureCount {
	const [all, byRow] = [new Grid(range.starts.length), new Grid(range.starts.length)];
	return {
		days: range,
		add: (day, mask, rows) => {
			for (const { first, last, point } of segmentsOf(day, range)) {
				if (point < 0) continue;
				let count = 0;
				for (let index = first; index < last; index += 1) {
					if (mask[index] === 0) continue;
					count += 1;
					const row = rows?.[index] ?? -1;
					if (row >= 0) byRow.add(row, point);
				}
				all.add(0, point, count);
			}
		},
		all: () => all.line(0),
		row: (row) => byRow.line(row),
	};
}

/** Counts each session once in a row, at its start, wherever midnight falls. */
function countSessions({ range }: MeasureOptions): MeasureCount {
	const [all, byRow] = [new Grid(range.starts.length), new Grid(range.starts.length)];
	const pointAt = createPointFinder(range);
	const visitFirsts = createFirstSightings();
	/** Sessions over midnight: number → rows that have counted them; -1: all rows together. */
	let counted = new Map<number, Set<number>>();
	return {
		days: daysOfSessions(range),
		add: (day, mask, rows) => {
			const { sessions, sessionTable } = day.columns;
			const { startedAt, durations, numbers, size } = sessionTable;
			const continued = new Map<number, Set<number>>();
			const countOnce = (grid: Grid, row: number, key: number, index: number): void => {
				const session = sessions[index] as number;
				const [began, number] = [startedAt[session] as number, numbers[session] as number];
				if (began < day.start && counted.get(number)?.has(key) === true) return;
				if (began + (durations[session] as number) >= day.start + DAY_MS) {
					continued.getOrInsertComputed(number, () => new Set()).add(key);
				}
				const point = pointAt(began);
				if (point !== undefined) grid.add(row, point);
			};
			const units = (index: number): number => sessions[index] as number;
			const sighted = { mask, units, unitCount: size };
			visitFirsts({ ...sighted, rows: undefined }, (_, index) => countOnce(all, 0, -1, index));
			if (rows !== undefined) {
				visitFirsts({ ...sighted, rows }, (row, index) => countOnce(byRow, row, row, index));
			}
			counted = continued;
		},
		all: () => all.line(0),
		row: (row) => byRow.line(row),
	};
}

function countVisitorRows({ database }: Reader, { unit, range }: MeasureOptions): MeasureCount {
	const options = { persons: readPersons(database), points: range.starts.length };
	const all = countVisitors(unit, options);
	const byRow = countVisitors(unit, options);
	return {
		days: unit === "people" ? range : wholeDays(range),
		add: (day, mask, rows) => {
			const segments = segmentsOf(day, range);
			all.add({ day, mask, segments });
			if (rows !== undefined) byRow.add({ day, mask, segments, rows });
		},
		all: () => all.line(0),
		row: (row) => byRow.line(row),
	};
}

function countNumbers({ measure, range }: MeasureOptions): MeasureCount {
	const newFigures = () => ({
		all: createNumberFigure(measure),
		points: range.starts.map(() => createNumberFigure(measure)),
	});
	const lineOfFigures = ({ all, points }: ReturnType<typeof newFigures>): TrendLine => ({
		total: all.figure(),
		counts: points.map(({ figure }) => figure()),
	});
	const all = newFigures();
	const byRow: ReturnType<typeof newFigures>[] = [];
	const property = "property" in measure ? measure.property : "";
	return {
		days: range,
		add: (day, mask, rows) => {
			const numberOf = propertyNumbers(day.columns, property);
			for (const { first, last, point } of segmentsOf(day, range)) {
				if (point < 0) continue;
				for (let index = first; index < last; index += 1) {
					if (mask[index] === 0) continue;
					const number = numberOf(index);
					if (Number.isNaN(number)) continue;
					const row = rows?.[index] ?? -1;
					if (row >= 0) byRow[row] ??= newFigures();
					for (const figures of [all, byRow[row]]) {
						figures?.all.add(number);
						figures?.points[point]?.add(number);
					}
				}
			}
		},
		all: () => lineOfFigures(all),
		// An event without a number counts in no row.
		row: (row) => (byRow[row] === undefined ? lineOf([]) : lineOfFigures(byRow[row])),
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
