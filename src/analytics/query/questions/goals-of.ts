import { type Filters, type Goal, goalSchema } from "../../api-types/question.ts";
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
	return [
		...goalKeysIn(question.filters),
		...selectorsOf(question).flatMap((selector) =>
			selector !== undefined && "goal" in selector ? [selector.goal] : [],
		),
		...(question.kind === "conversions" ? question.goals : []),
	];
}

export function goalKeysIn({ conditions }: Filters): readonly string[] {
	return conditions.flatMap((condition) => ("goal" in condition ? [condition.goal] : []));
}

function selectorsOf(question: AnyQuestion) {
	switch (question.kind) {
		case "trend":
			return [question.events];
		case "stats":
		case "conversions":
			return [];
		case "funnel":
			return question.steps;
		case "retention":
			return [question.start, question.returning];
		case "paths":
			return [question.anchor];
	}
}
