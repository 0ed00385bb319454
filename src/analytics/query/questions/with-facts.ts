import type { QueryAnswer } from "../../wire/dashboard/query-answer.ts";
import { renderRange } from "../figures/read-range.ts";
import type { AnyQuestion, QuestionFacts } from "./engine-question.ts";

type Envelope = Pick<QueryAnswer, "from" | "to" | "timezone" | "missing_since" | "visitors">;

/** @returns The answer, with what every answer says: of which time it is, and what one visitor is. */
export function withFacts<Answer extends object>(
	answer: Answer,
	{ kind }: AnyQuestion,
	{ range, counting, unit }: Pick<QuestionFacts, "range" | "counting" | "unit">,
): Answer & Envelope {
	return {
		...answer,
		...renderRange(range),
		missing_since: null,
		// Paths lie within one session.
		visitors: { ...counting, unit: kind === "paths" ? "visitor-days" : unit },
	};
}
