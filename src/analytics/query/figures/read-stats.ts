import type { Totals } from "../../store/visits/roll-up.ts";
import type { BreakdownRow, RowOrder } from "../../store/visits/roll-up-reader.ts";
import type { Breakdown, Filter } from "../../wire/dashboard/dimensions.ts";
import type { Figures, FiguresRange, StatsAnswer } from "../../wire/dashboard/stats.ts";
import { isRefused, type Refused, refused } from "../api/refused.ts";
import type { Reader } from "../threads/reader.ts";
import { RawCount } from "./count-raw.ts";
import type { LocalRange, RangeQuestion } from "./local-range.ts";
import { numberFilters } from "./numbered-filters.ts";
import { readImported } from "./read-imported.ts";
import { readPoints } from "./read-points.ts";
import { readRange } from "./read-range.ts";
import { dimensionsOf, type RowsReader, readRows, rowsOfRaw } from "./read-rows.ts";
import { readVisitorCounting } from "./read-visitor-counting.ts";
import { addTo, emptyTally } from "./tally.ts";

export interface StatsQuestion extends RangeQuestion {
	readonly filters: readonly Filter[];
	readonly breakdowns: readonly Breakdown[];
	readonly limit: number;
	readonly sort?: RowOrder | undefined;
	/** Milliseconds since the Unix epoch. */
	readonly now: number;
	readonly countVisitorsBy: "network" | "client";
}

interface CountedRange {
	readonly points: readonly Totals[];
	readonly rows: ReadonlyMap<Breakdown, readonly BreakdownRow[]>;
}

/** Totals, series, comparison and breakdowns: out of totals, or, with filters, out of views and sessions. */
export function readStats(reader: Reader, question: StatsQuestion): StatsAnswer | Refused {
	const { filters, breakdowns } = question;
	const unfilterable = breakdowns.find((breakdown) =>
		["event", "bot", "ai_agent"].includes(breakdown),
	);
	if (filters.length > 0 && unfilterable !== undefined) {
		return refused(400, `breakdown must not be "${unfilterable}" with a filter`);
	}
	const asked = readRange(reader.database, question);
	if (isRefused(asked)) return asked;
	const { range, before } = asked;
	const counted = countRange(reader, range, question);
	const comparison =
		before === undefined ? undefined : countRange(reader, before, { ...question, breakdowns: [] });
	const { interval, timezone } = range;
	return {
		...renderRange(range, counted),
		interval,
		timezone,
		filters,
		// Totals are kept by day, whatever visitors are told apart by.
		visitors: { ...readVisitorCounting(reader, question), unit: "visitor-days" },
		imported: readImported(reader.database, range),
		comparison:
			before === undefined || comparison === undefined ? null : renderRange(before, comparison),
		breakdowns: Object.fromEntries(
			[...counted.rows].map(([name, rows]) => [name, rows.map(renderRow)]),
		),
	};
}

function countRange(
	reader: RowsReader,
	range: LocalRange,
	{ filters, breakdowns, limit, sort }: StatsQuestion,
): CountedRange {
	const { from, to, starts } = range;
	const rowsQuestion = { from, to, breakdowns, limit, sort };
	if (filters.length === 0) {
		const rows = breakdowns.length === 0 ? new Map() : readRows(reader, rowsQuestion);
		return { points: readPoints(reader.rollUps, range), rows };
	}
	const figures = new RawCount(reader, {
		from,
		to,
		starts,
		filters: numberFilters(filters, reader.strings.find),
		dimensions: dimensionsOf(breakdowns),
	}).run();
	return { points: figures.points, rows: rowsOfRaw(figures, rowsQuestion, reader.strings) };
}

/** Every figure is additive: the totals are those of the points. */
function renderRange({ from, to, starts }: LocalRange, { points }: CountedRange): FiguresRange {
	return {
		from: isoTime(from),
		to: isoTime(to),
		totals: renderTotals(points.reduce(addTo, emptyTally())),
		series: points.map((totals, index) => ({
			start: isoTime(starts[index] ?? from),
			...renderTotals(totals),
		})),
	};
}

function renderRow({ value, ...totals }: BreakdownRow) {
	return { value, ...renderTotals(totals) };
}

function renderTotals({ views, visitors, sessions, bounces, durationMs }: Totals): Figures {
	return {
		views,
		visitors,
		sessions,
		bounces,
		bounce_rate: sessions === 0 ? null : bounces / sessions,
		duration_ms: durationMs,
		average_duration_ms: sessions === 0 ? null : durationMs / sessions,
	};
}

function isoTime(time: number): string {
	return new Date(time).toISOString();
}
