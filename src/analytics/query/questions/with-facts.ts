import type { QueryAnswer } from "../../wire/dashboard/query-answer.ts";
import type { AnyQuestion, QuestionFacts } from "./engine-question.ts";

type Envelope = Pick<QueryAnswer, "from" | "to" | "timezone" | "missing_since" | "visitors">;

/** @returns The answer, with what every answer says: of which time it is, and what one visitor is. */
export function withFacts<Answer extends object>(
	answer: Answer,
	{ kind, timezone }: AnyQuestion,
	{ range, counting, unit }: Pick<QuestionFacts, "range" | "counting" | "unit">,
): Answer & Envelope {
	return {
		...answer,
		from: new Date(range.from).toISOString(),
		to: new Date(range.to).toISOString(),
		timezone,
		missing_since: null,
		// Paths lie within one session.
		visitors: { ...counting, unit: kind === "paths" ? "visitor-days" : unit },
	};
}
