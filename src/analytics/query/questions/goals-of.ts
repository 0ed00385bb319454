import { type Goal, goalSchema } from "../../api-types/question.ts";
import type { Documents } from "../../store/settings/documents.ts";
import type { AnyQuestion } from "./engine-question.ts";

/** @returns Every goal that a question names; `undefined` for a missing goal. */
export function goalsOf(
	question: AnyQuestion,
	documents: Pick<Documents, "get">,
): Readonly<Record<string, Goal | undefined>> {
	const keys = new Set(goalKeysOf(question));
	return Object.fromEntries(
		[...keys].map((key) => [key, goalSchema.safeParse(documents.get("goal", key)?.body).data]),
	);
}

/** @returns The keys of the goals that a question names; they may repeat. */
export function goalKeysOf(question: AnyQuestion): readonly string[] {
	return [...goalKeysIn(question), ...(question.kind === "conversions" ? question.goals : [])];
}

/** @returns The keys of the goals in filters and selectors: the value of each field `goal`. */
export function goalKeysIn(value: unknown): readonly string[] {
	if (typeof value !== "object" || value === null) return [];
	return Object.entries(value).flatMap(([name, inner]) =>
		name === "goal" ? [String(inner)] : goalKeysIn(inner),
	);
}
