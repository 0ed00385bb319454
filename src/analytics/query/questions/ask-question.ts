import type { QueryAnswer } from "../../wire/dashboard/query-answer.ts";
import type { Goal, Question } from "../../wire/dashboard/question.ts";
import type { ApiContext } from "../api/api-context.ts";
import { type Refused, refused } from "../api/refused.ts";
import { goalsOf } from "./goals-of.ts";

export type AskQuestion = (
	question: Question,
	client: { readonly destroyed: boolean },
) => Promise<QueryAnswer | Refused>;

/** Asks a question of a thread that reads, with the goals that it names. */
export function createAsk({
	store: { documents },
	threads,
	now,
	countVisitorsBy,
}: Pick<ApiContext, "store" | "threads" | "now" | "countVisitorsBy">): AskQuestion {
	return async (question, client) => {
		const goals = goalsOf(question, documents);
		const missing = Object.entries(goals).filter(([, goal]) => goal === undefined);
		if (missing.length > 0) return missingGoals(missing.map(([key]) => key));
		return threads.ask(
			"query",
			// None is missing.
			{ question, goals: goals as Readonly<Record<string, Goal>>, now: now(), countVisitorsBy },
			client,
		);
	};
}

function missingGoals(keys: readonly string[]): Refused {
	return refused(
		400,
		...keys.map(
			(key) => `A goal must be defined before it is asked for: current value is "${key}"`,
		),
	);
}
