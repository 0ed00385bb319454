import type { LocalRange } from "../../figures/local-range.ts";
import { readPoints } from "../../figures/read-points.ts";
import { countVisits } from "./count-visits.ts";
import { numberFilters } from "./numbered-filters.ts";
import { dimensionsOf, type RowsReader, readRows, rowsOfVisits } from "./read-rows.ts";
import type { CountedRange } from "./render-stats.ts";
import type { StatsQuestion } from "./stats-facts.ts";

/** A range of an overview: out of totals, or, with filters, out of views and sessions. */
export function countRange(
	reader: RowsReader,
	{ filters, breakdowns, limit, sort }: StatsQuestion,
	range: LocalRange,
): CountedRange {
	const { from, to, starts } = range;
	const rowsQuestion = { from, to, breakdowns, limit, sort };
	if (filters.length === 0) {
		const rows = breakdowns.length === 0 ? new Map() : readRows(reader, rowsQuestion);
		return { points: readPoints(reader.rollUps, range), rows };
	}
	const figures = countVisits(reader, {
		from,
		to,
		starts,
		filters: numberFilters(filters, reader.strings.find),
		dimensions: dimensionsOf(breakdowns),
	});
	return { points: figures.points, rows: rowsOfVisits(figures, rowsQuestion, reader.strings) };
}
