import type { UseQueryResult } from "@tanstack/react-query";
import { useQuestion } from "../state/use-question.ts";
import { useAnswer } from "./use-answer.ts";

export interface Report<Answer> {
	/** With the range, as the service is asked. */
	readonly path: string;
	readonly query: UseQueryResult<Answer>;
}

/** Asks for a list of the range that the address names, such as `/api/v1/problems`. */
export function useReport<Answer>(report: string): Report<Answer> {
	const { span, timeZone } = useQuestion();
	const parameters = new URLSearchParams({ from: span.from, to: span.to, timezone: timeZone });
	const path = `${report}?${parameters}`;
	return { path, query: useAnswer<Answer>(path, { keepsPrevious: true }) };
}
