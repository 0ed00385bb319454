import type { QueryAnswer } from "../../wire/dashboard/query-answer.ts";
import type { Goal, Question, QuestionOf } from "../../wire/dashboard/question.ts";
import type { VisitorCounting } from "../../wire/dashboard/stats.ts";
import type { Refused } from "../api/refused.ts";
import type { LocalRange } from "../figures/local-range.ts";
import type { CountingQuestion } from "../figures/read-visitor-counting.ts";
import type { StatsSources } from "./overview/render-stats.ts";

/** What the store knows of a question before single events are read; every engine asks it. */
export interface QuestionFacts {
	readonly range: LocalRange;
	/** What it is compared with. */
	readonly before: LocalRange | undefined;
	readonly counting: Omit<VisitorCounting, "unit">;
	/** What one visitor is. */
	readonly unit: VisitorCounting["unit"];
	/** Figures by point, where totals say all that is asked for. */
	readonly totals: {
		readonly range: readonly number[] | undefined;
		readonly before: readonly number[] | undefined;
	};
}

/** A question of a kind, with what the store knows of it before. */
export interface EngineQuestion<Kind extends Question["kind"]>
	extends Pick<AskedQuestion, "goals">,
		Pick<QuestionFacts, "range" | "before" | "unit" | "totals"> {
	readonly question: QuestionOf<Kind>;
}

/** A question of a kind, and where it is asked. */
export interface ClickHouseQuestion<Kind extends Question["kind"]> extends EngineQuestion<Kind> {
	readonly database: string;
	/** Asks a statement. */
	readonly rows: <Row>(statement: string) => Promise<readonly Row[]>;
}

/**
 * The port of a store's engine. Questions are data and name no table: an engine may
 * read totals, single events or anything else, as long as its figures are the same to the unit.
 */
export interface QueryEngine {
	readonly answer: (asked: AskedQuestion) => QueryAnswer | Refused | Promise<QueryAnswer | Refused>;
	/** A range of an overview with filters; without them, the store's totals say it. */
	readonly countRange: StatsSources["countRange"];
}

export interface AskedQuestion extends CountingQuestion {
	readonly question: Question;
	/** Every goal that the question names, by its key. */
	readonly goals: Readonly<Record<string, Goal>>;
}
