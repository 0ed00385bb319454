import type { UseQueryResult } from "@tanstack/react-query";
import type { StatsAnswer } from "../../../api-types/stats.ts";
import { useReport } from "../../api/use-answer.ts";
import { conditionsOf } from "../../state/filters.ts";
import { useQuestion } from "../../state/use-question.ts";

/**
 * Fetches the figures for the URL. Shows the previous figures until the new ones arrive.
 *
 * @param rows Breakdowns, and the row limit of each; `sort` if it differs from the default of each.
 */
export function useStats(rows: Readonly<Record<string, string>>) {
	const { filters, match, comparison, interval } = useQuestion().question;
	return useReport<StatsAnswer>("/api/v1/stats", {
		...rows,
		compare: comparison,
		...(interval !== undefined && { interval }),
		...(filters.length > 0 && { filters: JSON.stringify(conditionsOf(filters, match)) }),
	});
}

/** `data` is absent until it is known whether there are events. */
export type Stats = Pick<
	UseQueryResult<StatsAnswer>,
	"data" | "error" | "isPlaceholderData" | "refetch"
>;
