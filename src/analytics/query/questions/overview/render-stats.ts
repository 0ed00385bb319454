import type { Totals } from "../../../store/totals/roll-up.ts";
import type { BreakdownRow } from "../../../store/totals/roll-up-reader.ts";
import type { Breakdown } from "../../../wire/dashboard/dimensions.ts";
import type { Figures, FiguresRange, StatsAnswer } from "../../../wire/dashboard/stats.ts";
import { isRefused, type Refused } from "../../api/refused.ts";
import type { LocalRange } from "../../figures/local-range.ts";
import { addTo, emptyTally } from "../../figures/tally.ts";
import type { StatsFacts, StatsQuestion } from "./stats-facts.ts";

export interface CountedRange {
	/** One for each point. */
	readonly points: readonly Totals[];
	readonly rows: ReadonlyMap<Breakdown, readonly BreakdownRow[]>;
}

/** What was counted, and in the range before, if there is one. */
export function renderStats(
	{ filters }: Pick<StatsQuestion, "filters">,
	{ range, before, visitors, totals_only }: StatsFacts,
	{
		counted,
		earlier,
	}: { readonly counted: CountedRange; readonly earlier: CountedRange | undefined },
): StatsAnswer {
	const { interval, timezone } = range;
	return {
		...renderRange(range, counted),
		...{ interval, timezone, filters, visitors, totals_only },
		comparison: before === undefined || earlier === undefined ? null : renderRange(before, earlier),
		breakdowns: Object.fromEntries(
			[...counted.rows].map(([name, rows]) => [name, rows.map(renderRow)]),
		),
	};
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

export interface StatsSources {
	readonly readFacts: (
		question: StatsQuestion,
	) => StatsFacts | Refused | Promise<StatsFacts | Refused>;
	readonly countRange: (
		question: StatsQuestion,
		range: LocalRange,
	) => CountedRange | Promise<CountedRange>;
}

/** Totals, series, comparison and breakdowns; a range and the one before are counted at the same time. */
export async function answerStats(
	question: StatsQuestion,
	{ readFacts, countRange }: StatsSources,
): Promise<StatsAnswer | Refused> {
	const facts = await readFacts(question);
	if (isRefused(facts)) return facts;
	const { range, before } = facts;
	const [counted, earlier] = await Promise.all([
		countRange(question, range),
		before && countRange({ ...question, breakdowns: [] }, before),
	]);
	return renderStats(question, facts, { counted, earlier });
}
