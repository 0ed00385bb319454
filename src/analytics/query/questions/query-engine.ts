import type { QueryAnswer } from "../../wire/dashboard/query-answer.ts";
import type { Goal, Question } from "../../wire/dashboard/question.ts";
import type { Refused } from "../api/refused.ts";
import type { StatsSources } from "./overview/answer-stats.ts";

/**
 * The port of a store's engine. Questions are data and name no table: an engine may
 * read totals, single events or anything else, as long as its figures are the same to the unit.
 */
export interface QueryEngine {
	readonly answer: (asked: AskedQuestion) => QueryAnswer | Refused | Promise<QueryAnswer | Refused>;
	/** A range of an overview with filters; without them, the store's totals say it. */
	readonly countRange: StatsSources["countRange"];
}

export interface AskedQuestion {
	readonly question: Question;
	/** Every goal that the question names, by its key. */
	readonly goals: Readonly<Record<string, Goal>>;
	/** Milliseconds since the Unix epoch. */
	readonly now: number;
	/** What the service is set to. */
	readonly countVisitorsBy: "network" | "client";
}
