import type { UseQueryResult } from "@tanstack/react-query";
import type { StatsAnswer } from "../../../wire/dashboard/stats.ts";
import { useReport } from "../../api/use-answer.ts";
import { conditionsOf } from "../../state/filters.ts";
import { useQuestion } from "../../state/use-question.ts";

/**
 * The figures that the address asks for. Those of before stay until the new ones have come.
 *
 * @param rows Which breakdowns, and how many rows of each; `sort` where it is not what each is about.
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

/** Absent until it is known whether there is anything to show. */
export type Stats = Pick<
	UseQueryResult<StatsAnswer>,
	"data" | "error" | "isPlaceholderData" | "refetch"
>;
