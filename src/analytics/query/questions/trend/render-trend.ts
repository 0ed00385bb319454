import { isoTime } from "../../../api/iso-time.ts";
import type { AnswerTo } from "../../../api-types/query-answer.ts";
import type { CountedFigures } from "../counted-figures.ts";
import type { EngineQuestion } from "../engine-question.ts";

type Answer = AnswerTo<"trend">;
export type TrendFigures = Omit<Answer, "from" | "to" | "timezone" | "visitors" | "missing_since">;

/** Figures of a range. */
export type TrendLine = Pick<Answer, "total" | "counts">;
export type TrendRow = Answer["rows"][number];

/** Counts of an engine for a trend. */
export interface CountedTrend {
	readonly all: TrendLine;
	/** Line of the comparison range. */
	readonly earlier: TrendLine | undefined;
	/** The largest first; more than the limit if some are not shown. */
	readonly rows: readonly TrendRow[];
}

/** Renders the points, the shown rows and the sum of the others, for every engine. */
export function renderTrend(
	{ question, range, before }: EngineQuestion<"trend">,
	{ all, earlier, rows }: CountedTrend,
): TrendFigures {
	const shown = rows.slice(0, question.limit);
	const isAdditive = ["events", "views", "sum"].includes(question.measure.of);
	return {
		kind: "trend",
		measure: question.measure,
		breakdowns: question.breakdowns,
		interval: range.interval,
		starts: range.starts.map((start) => isoTime(start)),
		...all,
		comparison:
			before === undefined || earlier === undefined
				? null
				: {
						from: isoTime(before.from),
						to: isoTime(before.to),
						is_incomplete: before.isIncomplete,
						...earlier,
					},
		rows: shown,
		other: isAdditive && rows.length > shown.length ? without(all, shown) : null,
	};
}

/** A line whose total is the sum of its points. */
export function lineOf(counts: readonly number[]): TrendLine {
	return { total: counts.reduce((sum, count) => sum + count, 0), counts };
}

/** @returns The line of the measure, if totals have it. */
export function lineOfTotals(
	{ question: { measure } }: Pick<EngineQuestion<"trend">, "question">,
	totals: CountedFigures | undefined,
): TrendLine | undefined {
	const { of } = measure;
	if (of !== "visitors" && of !== "views" && of !== "sessions") return undefined;
	return totals && lineOf(totals.points.map((point) => point[of]));
}

function without(all: TrendLine, shown: readonly TrendLine[]): TrendLine {
	const less = (whole: number | null, part: (line: TrendLine) => number | null | undefined) =>
		shown.reduce((rest, line) => rest - (part(line) ?? 0), whole ?? 0);
	return {
		total: less(all.total, ({ total }) => total),
		counts: all.counts.map((count, point) => less(count, ({ counts }) => counts[point])),
	};
}
