import type { QueryAnswer } from "../../wire/dashboard/query-answer.ts";
import type { Goal, Question } from "../../wire/dashboard/question.ts";
import { type Refused, refused } from "../api/refused.ts";
import type { ApiContext } from "../api-context.ts";
import type { Asker } from "./ask-engine.ts";
import { goalsOf } from "./goals-of.ts";

export type AskQuestion = (question: Question, asker: Asker) => Promise<QueryAnswer | Refused>;

/** Asks a question of the engine that has all events, with the goals that it names. */
export function createAsk({
	store: { documents },
	askEngine,
	now,
	countVisitorsBy,
}: Pick<ApiContext, "store" | "askEngine" | "now" | "countVisitorsBy">): AskQuestion {
	return async (question, asker) => {
		const goals = goalsOf(question, documents);
		const missing = Object.entries(goals).filter(([, goal]) => goal === undefined);
		if (missing.length > 0) return missingGoals(missing.map(([key]) => key));
		return askEngine.answer(
			// None is missing.
			{ question, goals: goals as Readonly<Record<string, Goal>>, now: now(), countVisitorsBy },
			asker,
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
