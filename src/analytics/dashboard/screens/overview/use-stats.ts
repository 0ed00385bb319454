import type { UseQueryResult } from "@tanstack/react-query";
import type { Breakdown } from "../../../wire/dashboard/dimensions.ts";
import type { StatsAnswer } from "../../../wire/dashboard/stats.ts";
import { KEEPS_PREVIOUS, useAnswer } from "../../api/use-answer.ts";
import { conditionsOf } from "../../state/filters.ts";
import { useQuestion } from "../../state/use-question.ts";
import { BREAKDOWN_CARDS } from "./breakdown-cards.ts";

/** Every breakdown of the overview; out of totals they take little more than one. */
export const OVERVIEW_BREAKDOWNS = BREAKDOWN_CARDS.flatMap(({ tabs }) =>
	tabs.map(({ name }) => name),
);

/** Rows of each before “Show all”. */
export const SHOWN_ROWS = 9;

/** With the rows of pages that were entered but not viewed, which are not shown, as good as always enough. */
export const ASKED_ROWS = 30;

export interface StatsOptions {
	readonly breakdowns: readonly Breakdown[];
	readonly limit: number;
	/** What the rows are ordered by, where it is not what each breakdown is about. */
	readonly sort?: "views" | "visitors" | "sessions";
}

/** The figures that the address asks for. Those of before stay until the new ones have come. */
export function useStats(options: StatsOptions): UseQueryResult<StatsAnswer> {
	const { breakdowns, limit, sort } = options;
	const { question, asked } = useQuestion();
	const { filters, match, comparison } = question;
	const query = new URLSearchParams([
		...Object.entries(asked),
		...(question.interval === undefined ? [] : [["interval", question.interval]]),
		["breakdown", breakdowns.join(",")],
		["limit", String(limit)],
		...(sort === undefined ? [] : [["sort", sort]]),
		...(filters.length === 0 ? [] : [["filters", JSON.stringify(conditionsOf(filters, match))]]),
		["compare", comparison],
	]);
	return useAnswer<StatsAnswer>(`/api/v1/stats?${query}`, KEEPS_PREVIOUS);
}
