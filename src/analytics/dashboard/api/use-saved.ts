import type { UseQueryResult } from "@tanstack/react-query";
import type { Listed } from "../../api-types/answer-of.ts";
import type { Goal, Question, SavedQuestion } from "../../api-types/question.ts";
import { useAnswer } from "./use-answer.ts";
import { useMay } from "./use-role.ts";

export const GOALS = "/api/v1/goals";
export const QUESTIONS = "/api/v1/questions";

export interface Saved<Definition> {
	readonly key: string;
	readonly definition: Definition;
}

/** @returns Keys and names of goals; an empty list until the response arrives. */
export function useGoals(): readonly (readonly [key: string, name: string])[] {
	const { data } = useAnswer<Listed<Saved<Goal>>>(GOALS, { enabled: useMay("viewer") });
	return (data?.results ?? []).map(({ key, definition }) => [key, definition.name] as const);
}

/** @returns A function that returns the name of a saved question; `null` is the overview. */
export function useQuestionName(): (key: string | null) => string {
	const { data } = useSavedQuestions();
	return (key) => {
		if (key === null) return "Overview";
		return data?.results.find((one) => one.key === key)?.definition.name ?? key;
	};
}

/** Fetches the saved questions. */
export function useSavedQuestions(): UseQueryResult<Listed<Saved<SavedQuestion>>> {
	return useAnswer<Listed<Saved<SavedQuestion>>>(QUESTIONS);
}

/**
 * Saved questions as the options of a select.
 *
 * @param empty Label of the option without a question.
 * @param kind Only questions of this kind.
 */
export function useQuestionOptions(
	empty: string,
	kind?: Question["kind"],
): readonly (readonly [key: string, name: string])[] {
	const saved = (useSavedQuestions().data?.results ?? []).filter(
		({ definition }) => kind === undefined || definition.question.kind === kind,
	);
	return [["", empty], ...saved.map(({ key, definition }) => [key, definition.name] as const)];
}
