import type { Goal, SavedQuestion } from "../../../wire/dashboard/question.ts";
import { useAnswer } from "../../api/use-answer.ts";

export const GOALS = "/api/v1/goals";
export const QUESTIONS = "/api/v1/questions";

export interface Saved<Definition> {
	readonly key: string;
	readonly definition: Definition;
}

interface SavedAnswer<Definition> {
	readonly results: readonly Saved<Definition>[];
}

/** Goals that are defined; none until the answer has come. */
export function useGoals(): readonly Saved<Goal>[] {
	return useAnswer<SavedAnswer<Goal>>(GOALS).data?.results ?? [];
}

/** Questions under a name; none until the answer has come. */
export function useSavedQuestions(): readonly Saved<SavedQuestion>[] {
	return useAnswer<SavedAnswer<SavedQuestion>>(QUESTIONS).data?.results ?? [];
}

/** @returns A key for a name, which no other has: `Team signup` → `team-signup`. */
export function freeKey(name: string, taken: readonly Saved<unknown>[]): string {
	const plain = name
		.normalize("NFKD")
		.replaceAll(/\p{M}+/gu, "")
		.toLowerCase()
		.replaceAll(/[^a-z0-9]+/g, "-")
		.replaceAll(/^-+|-+$/g, "")
		.slice(0, 50);
	const base = plain === "" ? "saved" : plain;
	const isTaken = (key: string): boolean => taken.some((other) => other.key === key);
	let key = base;
	for (let number = 2; isTaken(key); number += 1) key = `${base}-${number}`;
	return key;
}
