import { isoTime } from "../../../api/iso-time.ts";
import type { Breakdown } from "../../../api-types/dimensions.ts";
import type { Figures, FiguresRange, StatsAnswer } from "../../../api-types/stats.ts";
import { sumOf, type Totals } from "../../../store/totals/roll-up.ts";
import type { LocalRange } from "../../figures/local-range.ts";
import { type CountedFigures, largestRows } from "../counted-figures.ts";
import type { EngineQuestion } from "../engine-question.ts";

export type StatsFigures = Omit<StatsAnswer, "timezone" | "visitors" | "missing_since">;

type Asked = Pick<EngineQuestion<"stats">, "question" | "range" | "before" | "totalsOnly">;

/** Renders the figures of a range and of its comparison range, for every engine. */
export function renderStats(
	{ question, range, before, totalsOnly }: Asked,
	counted: CountedFigures,
	earlier: CountedFigures | undefined,
): StatsFigures {
	const rowsOf = (breakdown: Breakdown) =>
		largestRows(counted.rows, breakdown, question).map(({ value, ...totals }) => ({
			value,
			...renderTotals(totals),
		}));
	return {
		...renderRange(range, counted),
		interval: range.interval,
		comparison:
			before === undefined || earlier === undefined
				? null
				: { ...renderRange(before, earlier), is_incomplete: before.isIncomplete },
		totals_only: totalsOnly,
		breakdowns: Object.fromEntries(question.breakdowns.map((name) => [name, rowsOf(name)])),
	};
}

/** Replaces the visitors of totals by counted visitors, since totals do not count people. */
export function withVisitors(totals: CountedFigures, counted: CountedFigures): CountedFigures {
	const { visitors, points, rows } = counted;
	return {
		visitors,
		points: totals.points.map((point, index) => ({
			...point,
			visitors: points[index]?.visitors ?? 0,
		})),
		rows: new Map(
			[...totals.rows].map(([dimension, values]) => [
				dimension,
				new Map(
					[...values].map(([value, figures]) => [
						value,
						{ ...figures, visitors: rows.get(dimension)?.get(value)?.visitors ?? 0 },
					]),
				),
			]),
		),
	};
}

function renderRange(
	{ from, to, starts }: LocalRange,
	{ points, visitors }: CountedFigures,
): FiguresRange {
	return {
		from: isoTime(from),
		to: isoTime(to),
		totals: renderTotals({ ...sumOf(points), visitors }),
		series: points.map((totals, index) => ({
			start: isoTime(starts[index] ?? from),
			...renderTotals(totals),
		})),
	};
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
