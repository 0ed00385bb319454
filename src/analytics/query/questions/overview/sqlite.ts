import type { Breakdown } from "../../../api-types/dimensions.ts";
import { isViewEvent } from "../../../protocol/view-events.ts";
import type { VISIT_TRAITS } from "../../../protocol/visit-traits.ts";
import type { DayColumns } from "../../../store/columns/day-columns.ts";
import { readPersons } from "../../../store/columns/read-persons.ts";
import {
	addTotals,
	DAY_MS,
	type Dimension,
	NO_TOTALS,
	newSum,
	type Sum,
	type Totals,
} from "../../../store/totals/roll-up.ts";
import { createPointFinder, type LocalRange } from "../../figures/local-range.ts";
import type { Reader } from "../../threads/reader.ts";
import { BreakdownRows } from "../columns/breakdown-rows.ts";
import { countVisitors, type VisitorCount } from "../columns/count-visitors.ts";
import { sessionCodes } from "../columns/event-codes.ts";
import { keepVisits, type Mask } from "../columns/event-masks.ts";
import {
	daysOfSessions,
	type ScannedDay,
	type Segment,
	scanRange,
	segmentsOf,
} from "../columns/scan-range.ts";
import { filteredSelector } from "../columns/selectors.ts";
import { type CountedFigures, dimensionsOf } from "../counted-figures.ts";
import type { EngineQuestion } from "../engine-question.ts";
import { countTrend } from "../trend/sqlite.ts";
import { renderStats, type StatsFigures, withVisitors } from "./render-stats.ts";

type Stats = EngineQuestion<"stats">;

/** Answers the overview from totals, and from events where totals do not suffice. */
export function answerStats(reader: Reader, asked: Stats): StatsFigures {
	const { question, range, before, totals, unit } = asked;
	const count = (
		of: LocalRange,
		known: CountedFigures | undefined,
		breakdowns: readonly Breakdown[],
	): CountedFigures => {
		if (known !== undefined && unit === "visitor-days") return known;
		if (known === undefined) return countFigures(reader, asked, { range: of, breakdowns });
		const counted =
			breakdowns.length > 0
				? countFigures(reader, asked, { range: of, breakdowns })
				: countOnlyVisitors(reader, asked, of);
		return withVisitors(known, counted);
	};
	const counted = count(range, totals.range, question.breakdowns);
	return renderStats(asked, counted, before && count(before, totals.before, []));
}

/** Counts visitors like a trend without rows. */
function countOnlyVisitors(reader: Reader, asked: Stats, range: LocalRange): CountedFigures {
	const measure = { of: "visitors" } as const;
	const question = { ...asked.question, kind: "trend", measure, breakdowns: [] } as const;
	const { all } = countTrend(reader, { ...asked, question }, { range, breakdowns: [] });
	return {
		visitors: all.total ?? 0,
		rows: new Map(),
		points: all.counts.map((visitors) => ({ ...NO_TOTALS, visitors: visitors ?? 0 })),
	};
}

interface FiguresToCount {
	readonly range: Pick<LocalRange, "from" | "to" | "starts">;
	readonly breakdowns: readonly Breakdown[];
}

interface StatsFilters extends Pick<Stats, "goals" | "unit"> {
	readonly question: Pick<Stats["question"], "filters">;
}

/** Counts of the values of a dimension, by row. */
interface DimensionCount {
	readonly values: BreakdownRows;
	readonly figures: Sum[];
	readonly visitors: VisitorCount;
}

/** Counts the events that pass the filters, by the same rules as totals. */
export function countFigures(
	reader: Reader,
	{ question: { filters }, goals, unit }: StatsFilters,
	{ range, breakdowns }: FiguresToCount,
): CountedFigures {
	const persons = readPersons(reader.database);
	const points = range.starts.map(newSum);
	const whole = { ...range, starts: [range.from] };
	const visitors = countVisitors(unit, persons, points.length);
	const counts = new Map(
		dimensionsOf(breakdowns)
			.filter(isOfVisits)
			.map((dimension): [typeof dimension, DimensionCount] => {
				const values = new BreakdownRows([{ dimension }], Infinity);
				return [dimension, { values, figures: [], visitors: countVisitors(unit, persons, 1) }];
			}),
	);
	const countSessions = createSessionCount(range, points);
	for (const day of scanRange(reader, { filters, goals }, daysOfSessions(range))) {
		const { columns } = day;
		const mask = day.select(filteredSelector(filters));
		keepVisits(mask, columns);
		const segments = segmentsOf(day, range);
		const views = viewsIn(columns, mask);
		const begun = countSessions(day, mask);
		visitors.add({ day, mask, segments });
		addViews(points, segments, views);
		for (const [dimension, { values, figures, visitors: own }] of counts) {
			const isOfView = dimension === "page" || dimension === "status";
			const counted = isOfView ? views : mask;
			if (dimension !== "exit_page") {
				const rows = values.ofDay(columns, counted, isOfView);
				dropUnknown(rows, values);
				if (dimension !== "status")
					own.add({ day, mask: counted, segments: segmentsOf(day, whole), rows });
				for (const { first, last, point } of segments) {
					if (point < 0) continue;
					for (let index = first; index < last; index += 1) {
						const row = rows[index] as number;
						if (views[index] === 1 && row >= 0) sumOfRow(figures, row).views += 1;
					}
				}
			}
			if (dimension === "status") continue;
			const { codes, texts } = sessionCodes(columns, {
				dimension: dimension === "page" ? "entry_page" : dimension,
			});
			const rowOfCode = texts.map((text) => (text === undefined ? -1 : values.rowOf([text])));
			for (const { session, figures: added } of begun) {
				const row = rowOfCode[codes[session] as number] as number;
				if (row < 0) continue;
				const sum = sumOfRow(figures, row);
				if (dimension === "exit_page") sum.sessions += 1;
				else addTotals(sum, added);
			}
		}
	}
	const line = visitors.line(0);
	return {
		visitors: line.total,
		points: points.map((figures, point) => ({ ...figures, visitors: line.counts[point] ?? 0 })),
		rows: new Map<Dimension, ReadonlyMap<string, Totals>>(
			dimensionsOf(breakdowns).map((dimension) => [
				dimension,
				rowsOf(counts.get(dimension as "page")),
			]),
		),
	};
}

function sumOfRow(figures: Sum[], row: number): Sum {
	figures[row] ??= newSum();
	return figures[row];
}

function rowsOf(counted: DimensionCount | undefined): ReadonlyMap<string, Totals> {
	if (counted === undefined) return new Map();
	const { values, figures, visitors } = counted;
	return new Map(
		values.values.flatMap(([value], row) =>
			typeof value !== "string"
				? []
				: [[value, { ...NO_TOTALS, ...figures[row], visitors: visitors.line(row).total }] as const],
		),
	);
}

/** A session of the range, at its first event that passes. */
interface BegunSession {
	/** Index in the day. */
	readonly session: number;
	readonly figures: Totals;
}

/** @returns A function that counts the sessions of a day that began in the range, each once. */
function createSessionCount(range: FiguresToCount["range"], points: readonly Sum[]) {
	const pointAt = createPointFinder(range);
	let counted: ReadonlySet<number> = new Set();
	return ({ columns, start }: ScannedDay, mask: Mask): readonly BegunSession[] => {
		const { sessions, sessionTable } = columns;
		const { startedAt, durations, views, numbers, size } = sessionTable;
		const passed = new Uint8Array(size);
		for (let index = 0; index < mask.length; index += 1) {
			if (mask[index] === 1) passed[sessions[index] as number] = 1;
		}
		const [begun, continued]: [BegunSession[], Set<number>] = [[], new Set()];
		for (let session = 1; session < size; session += 1) {
			const [began, number] = [startedAt[session] as number, numbers[session] as number];
			const durationMs = durations[session] as number;
			const isKnown = began < start && counted.has(number);
			if (passed[session] === 0 && !isKnown) continue;
			if (began + durationMs >= start + DAY_MS) continued.add(number);
			const point = isKnown ? undefined : pointAt(began);
			if (point === undefined) continue;
			const bounces = (views[session] as number) <= 1 ? 1 : 0;
			const figures = { ...NO_TOTALS, sessions: 1, bounces, durationMs };
			addTotals(points[point] as Sum, figures);
			begun.push({ session, figures });
		}
		counted = continued;
		return begun;
	};
}

/** Selected events that are views. */
function viewsIn(columns: DayColumns, mask: Mask): Mask {
	const { codes, texts } = columns.text("event");
	const isView = texts.map((text) => text !== undefined && isViewEvent(text));
	return Uint8Array.from(mask, (is, index) => (is === 1 && isView[codes[index] as number] ? 1 : 0));
}

function addViews(points: readonly Sum[], segments: readonly Segment[], views: Mask): void {
	for (const { first, last, point } of segments) {
		const sum = points[point];
		if (sum === undefined) continue;
		for (let index = first; index < last; index += 1) sum.views += views[index] as number;
	}
}

/** Rows without a value are not shown. */
function dropUnknown(rows: Int32Array, { values }: BreakdownRows): void {
	const unknown = values.findIndex(([value]) => value === null);
	if (unknown < 0) return;
	for (let index = 0; index < rows.length; index += 1)
		if (rows[index] === unknown) rows[index] = -1;
}

/** Whether single events are counted by a dimension: only totals have rows by event and bot. */
export function isOfVisits(
	name: Dimension,
): name is "page" | "exit_page" | "status" | (typeof VISIT_TRAITS)[number] {
	return name !== "all" && name !== "event" && name !== "bot";
}
