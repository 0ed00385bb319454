import type { Breakdown } from "../../../api-types/dimensions.ts";
import type { VISIT_TRAITS } from "../../../protocol/visit-traits.ts";
import type { DayColumns } from "../../../store/columns/day-columns.ts";
import {
	addByValue,
	addSessions,
	figuresOfSessions,
	type Mask,
	type SessionFigures,
	type ValueSums,
	viewMask,
} from "../../../store/columns/day-sums.ts";
import { readPersons } from "../../../store/columns/read-persons.ts";
import {
	DAY_MS,
	type Dimension,
	newSum,
	type Sum,
	type Totals,
} from "../../../store/totals/roll-up.ts";
import { createPointFinder, type LocalRange } from "../../figures/local-range.ts";
import type { Reader } from "../../threads/reader.ts";
import { BreakdownRows } from "../columns/breakdown-rows.ts";
import { countVisitors, type VisitorCount } from "../columns/count-visitors.ts";
import { keepVisits } from "../columns/event-masks.ts";
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
		const counted = countFigures(reader, asked, {
			range: of,
			breakdowns,
			isOfVisitors: known !== undefined,
		});
		return known === undefined ? counted : withVisitors(known, counted);
	};
	const counted = count(range, totals.range, question.breakdowns);
	return renderStats(asked, counted, before && count(before, totals.before, []));
}

interface FiguresToCount {
	readonly range: Pick<LocalRange, "from" | "to" | "starts">;
	readonly breakdowns: readonly Breakdown[];
	/** Whether visitors are the only figures. */
	readonly isOfVisitors?: boolean;
}

interface StatsFilters extends Pick<Stats, "goals" | "unit"> {
	readonly question: Pick<Stats["question"], "filters">;
}

/** Counts of the values of a dimension. */
interface DimensionCount {
	readonly dimension: CountedDimension;
	readonly figures: ValueSums;
	readonly rows: BreakdownRows;
	readonly visitors: VisitorCount;
}

/** 48 MB: 1,300 rows for 280,000 people. */
const BITMAP_WORDS = 12_000_000;

/** Counts the events that pass the filters, by the same rules as totals. */
export function countFigures(
	reader: Reader,
	{ question: { filters }, goals, unit }: StatsFilters,
	{ range, breakdowns, isOfVisitors = false }: FiguresToCount,
): CountedFigures {
	const persons = readPersons(reader.database);
	const room = { words: BITMAP_WORDS };
	const points = range.starts.map(newSum);
	const whole = { ...range, starts: [range.from] };
	const visitors = countVisitors(unit, { persons, points: points.length, room });
	const dimensions = dimensionsOf(breakdowns);
	const counts = dimensions.filter(isOfVisits).map((dimension) => ({
		dimension,
		figures: new Map(),
		rows: new BreakdownRows([{ dimension }], Infinity),
		visitors: countVisitors(unit, { persons, points: 1, room }),
	}));
	const countSessions = createSessionCount(range, points);
	const days = isOfVisitors && unit === "people" ? range : daysOfSessions(range);
	for (const day of scanRange(reader, { filters, goals }, days)) {
		const { columns } = day;
		const mask = day.select(filteredSelector(filters));
		keepVisits(mask, columns);
		const views = viewMask(columns, mask);
		const segments = segmentsOf(day, range);
		const inRange = segmentsOf(day, whole);
		const firsts = visitors.firsts({ day, mask, segments });
		visitors.add({ day, mask: firsts, segments });
		for (const count of counts) {
			const { dimension } = count;
			if (dimension === "exit_page" || dimension === "status") continue;
			const sighted = dimension === "page" ? views : firsts;
			const rows = count.rows.ofDay(columns, sighted, dimension === "page");
			dropUnknown(rows, count.rows);
			count.visitors.add({ day, mask: sighted, segments: inRange, rows });
		}
		if (isOfVisitors) continue;
		addViews(points, segments, views);
		const begun = countSessions(day, mask);
		for (const { first, last, point } of inRange) if (point < 0) views.fill(0, first, last);
		const ofSessions = figuresOfSessions(columns, views, (session) => begun[session] === 1);
		for (const { dimension, figures } of counts) {
			addDimension(figures, { dimension, columns, views, ofSessions });
		}
	}
	const line = visitors.line(0);
	return {
		visitors: line.total,
		points: points.map((figures, point) => ({ ...figures, visitors: line.counts[point] ?? 0 })),
		rows: new Map<Dimension, ReadonlyMap<string, Totals>>([
			...dimensions.map((dimension) => [dimension, new Map()] as const),
			...counts.map((count) => [count.dimension, withOwnVisitors(count)] as const),
		]),
	};
}

interface CountedDay {
	readonly dimension: CountedDimension;
	readonly columns: DayColumns;
	/** Page views in the range. */
	readonly views: Mask;
	readonly ofSessions: SessionFigures;
}

function addDimension(
	figures: ValueSums,
	{ dimension, columns, views, ofSessions }: CountedDay,
): void {
	const ofDimension = (name: string) => columns.sessionTable.text(name);
	if (dimension === "status") addByValue(figures, columns.text("status"), "views", views);
	else if (dimension === "exit_page") {
		addByValue(figures, ofDimension("exit_page"), "sessions", ofSessions.sessions);
	} else if (dimension === "page") {
		addByValue(figures, columns.viewPages(), "views", views);
		addSessions(figures, ofDimension("entry_page"), ofSessions);
	} else {
		addByValue(figures, ofDimension(dimension), "views", ofSessions.views);
		addSessions(figures, ofDimension(dimension), ofSessions);
	}
}

function withOwnVisitors({ figures, rows, visitors }: DimensionCount): ValueSums {
	for (const [row, [value]] of rows.values.entries()) {
		if (typeof value !== "string") continue;
		figures.getOrInsertComputed(value, newSum).visitors = visitors.line(row).total;
	}
	return figures;
}

/** @returns A function that counts the sessions of a day that began in the range, each once, and marks them. */
function createSessionCount(range: FiguresToCount["range"], points: readonly Sum[]) {
	const pointAt = createPointFinder(range);
	let counted: ReadonlySet<number> = new Set();
	return ({ columns, start }: ScannedDay, mask: Mask): Uint8Array => {
		const { sessions, sessionTable } = columns;
		const { startedAt, durations, views, numbers, size } = sessionTable;
		const passed = new Uint8Array(size);
		for (let index = 0; index < mask.length; index += 1) {
			if (mask[index] === 1) passed[sessions[index] as number] = 1;
		}
		const begun = new Uint8Array(size);
		const continued = new Set<number>();
		for (let session = 1; session < size; session += 1) {
			const [began, number] = [startedAt[session] as number, numbers[session] as number];
			const durationMs = durations[session] as number;
			const isKnown = began < start && counted.has(number);
			if (passed[session] === 0 && !isKnown) continue;
			if (began + durationMs >= start + DAY_MS) continued.add(number);
			const sum = isKnown ? undefined : points[pointAt(began) ?? -1];
			if (sum === undefined) continue;
			sum.sessions += 1;
			sum.bounces += (views[session] as number) <= 1 ? 1 : 0;
			sum.durationMs += durationMs;
			begun[session] = 1;
		}
		counted = continued;
		return begun;
	};
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

type CountedDimension = "page" | "exit_page" | "status" | (typeof VISIT_TRAITS)[number];

/** Whether single events are counted by a dimension: only totals have rows by event and bot. */
export function isOfVisits(name: Dimension): name is CountedDimension {
	return name !== "all" && name !== "event" && name !== "bot";
}
