import type { StatsAnswer } from "../../wire/dashboard/stats.ts";
import { isRefused, type Refused } from "../api/refused.ts";
import type { Reader } from "../threads/reader.ts";
import { RawCount } from "./count-raw.ts";
import type { LocalRange } from "./local-range.ts";
import { numberFilters } from "./numbered-filters.ts";
import { readPoints } from "./read-points.ts";
import { dimensionsOf, type RowsReader, readRows, rowsOfRaw } from "./read-rows.ts";
import { type CountedRange, renderStats } from "./render-stats.ts";
import { readStatsFacts, type StatsQuestion } from "./stats-facts.ts";

/** Totals, series, comparison and breakdowns: out of totals, or, with filters, out of views and sessions. */
export function readStats(reader: Reader, question: StatsQuestion): StatsAnswer | Refused {
	const facts = readStatsFacts(reader, question);
	if (isRefused(facts)) return facts;
	const { range, before } = facts;
	return renderStats(question, facts, {
		counted: countRange(reader, range, question),
		earlier: before && countRange(reader, before, { ...question, breakdowns: [] }),
	});
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
