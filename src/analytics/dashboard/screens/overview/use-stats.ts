import type { UseQueryResult } from "@tanstack/react-query";
import type { Breakdown } from "../../../wire/dashboard/dimensions.ts";
import type { StatsAnswer } from "../../../wire/dashboard/stats.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { addMonths } from "../../state/dates.ts";
import { renderFilter } from "../../state/question.ts";
import type { DaySpan } from "../../state/ranges.ts";
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
	readonly breakdowns?: readonly Breakdown[];
	readonly limit?: number;
	/** What the rows are ordered by, where it is not what each breakdown is about. */
	readonly sort?: "views" | "visitors" | "sessions";
	/** Another range than that of the address. */
	readonly span?: DaySpan;
	readonly isEnabled?: boolean;
}

/** The figures that the address asks for. Those of before stay until the new ones have come. */
export function useStats(options: StatsOptions = {}): UseQueryResult<StatsAnswer> {
	const { breakdowns = [], limit, sort, isEnabled = true } = options;
	const { question, timeZone, span: asked } = useQuestion();
	const { from, to } = options.span ?? asked;
	const query = new URLSearchParams([
		["from", from],
		["to", to],
		["timezone", timeZone],
		...(question.interval === undefined ? [] : [["interval", question.interval]]),
		...(breakdowns.length === 0 ? [] : [["breakdown", breakdowns.join(",")]]),
		...(limit === undefined ? [] : [["limit", String(limit)]]),
		...(sort === undefined ? [] : [["sort", sort]]),
		...question.filters.map((filter) => ["filter", renderFilter(filter)]),
	]);
	return useAnswer<StatsAnswer>(`/api/v1/stats?${query}`, { keepsPrevious: true, isEnabled });
}

/** The same days of the year before; all time has none. */
export function spanYearBefore({ from, to }: DaySpan): DaySpan | undefined {
	if (from === "all") return undefined;
	return { from: addMonths(from, -12), to: addMonths(to, -12) };
}
