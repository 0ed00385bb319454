import { useQuestion } from "../state/use-question.ts";
import { useAnswer } from "./use-answer.ts";

/** Asks for what is at a path, such as `/api/v1/problems`, of the range that the address names. */
export function useReport<Answer>(report: string, further: Readonly<Record<string, string>> = {}) {
	const path = `${report}?${new URLSearchParams({ ...useQuestion().asked, ...further })}`;
	return useAnswer<Answer>(path, { keepsPrevious: true });
}
