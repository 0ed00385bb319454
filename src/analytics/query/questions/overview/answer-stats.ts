import type { StatsAnswer } from "../../../wire/dashboard/stats.ts";
import { isRefused, type Refused } from "../../api/refused.ts";
import type { LocalRange } from "../../figures/local-range.ts";
import { type CountedRange, renderStats } from "./render-stats.ts";
import type { StatsFacts, StatsQuestion } from "./stats-facts.ts";

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
