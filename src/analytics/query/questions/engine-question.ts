import type { RowOrder } from "../../store/totals/roll-up-reader.ts";
import type { Breakdown } from "../../wire/dashboard/dimensions.ts";
import type { AnswerTo, QueryAnswer } from "../../wire/dashboard/query-answer.ts";
import type { Filters, Goal, Question, QuestionOf } from "../../wire/dashboard/question.ts";
import type { StatsAnswer, VisitorCounting } from "../../wire/dashboard/stats.ts";
import type { Refused } from "../api/refused.ts";
import type { LocalRange, RangeQuestion } from "../figures/local-range.ts";
import type { CountingQuestion } from "../figures/read-visitor-counting.ts";
import type { CountedFigures } from "./counted-figures.ts";

/** The overview: all figures at once, by several breakdowns. */
export interface StatsQuestion extends RangeQuestion {
	readonly kind: "stats";
	readonly filters: Filters;
	readonly compare: QuestionOf<"trend">["compare"];
	readonly breakdowns: readonly Breakdown[];
	readonly limit: number;
	readonly sort?: RowOrder | undefined;
}

/** Every question that an engine answers. */
export type AnyQuestion = Question | StatsQuestion;
type Kind = AnyQuestion["kind"];

export type AnswerOn<Of extends Kind> = Of extends "stats"
	? StatsAnswer
	: AnswerTo<Exclude<Of, "stats">>;

/** What the store knows of a question before single events are read; every engine asks it. */
export interface QuestionFacts {
	readonly range: LocalRange;
	/** What it is compared with. */
	readonly before: LocalRange | undefined;
	readonly counting: Omit<VisitorCounting, "unit">;
	/** What one visitor is. */
	readonly unit: VisitorCounting["unit"];
	/** Where totals say all that is asked for, perhaps without people. */
	readonly totals: {
		readonly range: CountedFigures | undefined;
		readonly before: CountedFigures | undefined;
	};
	readonly totalsOnly: StatsAnswer["totals_only"];
}

/** A question of a kind, with what the store knows of it before. */
export interface EngineQuestion<Of extends Kind>
	extends Pick<AskedQuestion, "goals">,
		Pick<QuestionFacts, "range" | "before" | "unit" | "totals" | "totalsOnly"> {
	readonly question: Extract<AnyQuestion, { readonly kind: Of }>;
}

/** A question of a kind, and where it is asked. */
export interface ClickHouseQuestion<Of extends Kind> extends EngineQuestion<Of> {
	readonly database: string;
	/** Asks a statement. */
	readonly rows: <Row>(statement: string) => Promise<readonly Row[]>;
}

/**
 * What an engine answers. Questions are data and name no table: an engine may read totals, single
 * events or anything else, as long as its figures are the same to the unit.
 */
export type EngineAnswer = QueryAnswer | StatsAnswer | Refused;

export interface AskedQuestion extends CountingQuestion {
	readonly question: AnyQuestion;
	/** Every goal that the question names, by its key. */
	readonly goals: Readonly<Record<string, Goal>>;
}
