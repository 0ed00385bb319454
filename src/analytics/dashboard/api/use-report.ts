import type { UseQueryResult } from "@tanstack/react-query";
import { useQuestion } from "../state/use-question.ts";
import { useAnswer } from "./use-answer.ts";

export interface Report<Answer> {
	/** With the range, as the service is asked. */
	readonly path: string;
	readonly query: UseQueryResult<Answer>;
}

/** Asks for what is at a path, such as `/api/v1/problems`, of the range that the address names. */
export function useReport<Answer>(
	report: string,
	further: Readonly<Record<string, string>> = {},
): Report<Answer> {
	const path = `${report}?${new URLSearchParams({ ...useQuestion().asked, ...further })}`;
	return { path, query: useAnswer<Answer>(path, { keepsPrevious: true }) };
}
