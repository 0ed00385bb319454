import type { Refused } from "../../api/refused.ts";
import type { Breakdown } from "../../api-types/dimensions.ts";
import type { AnswerTo, QueryAnswer } from "../../api-types/query-answer.ts";
import type { Filters, Goal, Question, QuestionOf } from "../../api-types/question.ts";
import type { StatsAnswer, VisitorCounting } from "../../api-types/stats.ts";
import type { RowOrder } from "../../store/totals/roll-up-reader.ts";
import type { LocalRange, RangeQuestion } from "../figures/local-range.ts";
import type { CountingQuestion } from "../figures/read-visitor-counting.ts";
import type { CountedFigures } from "./counted-figures.ts";

/** The question of the overview: all figures at once, with several breakdowns. */
export interface StatsQuestion extends RangeQuestion {
	readonly kind: "stats";
	readonly filters: Filters;
	readonly compare: QuestionOf<"trend">["compare"];
	readonly breakdowns: readonly Breakdown[];
	readonly limit: number;
	readonly sort?: RowOrder | undefined;
}

/** Any question that an engine answers. */
export type AnyQuestion = Question | StatsQuestion;
type Kind = AnyQuestion["kind"];

export type ResultOf<Of extends Kind> = Of extends "stats"
	? StatsAnswer
	: AnswerTo<Exclude<Of, "stats">>;

/** The earlier range that a range is compared with. */
export interface ComparedRange extends LocalRange {
	/** Whether it begins before the first counted day: a change since then says nothing. */
	readonly isIncomplete: boolean;
}

/** Facts from the store that every engine needs before it reads single events. */
export interface QueryContext {
	readonly range: LocalRange;
	readonly before: ComparedRange | undefined;
	readonly counting: Omit<VisitorCounting, "unit">;
	/** Whether a visitor of several days counts once, or once a day. */
	readonly unit: VisitorCounting["unit"];
	/** Figures from totals, if these answer the whole question; people may be missing. */
	readonly totals: {
		readonly range: CountedFigures | undefined;
		readonly before: CountedFigures | undefined;
	};
	readonly totalsOnly: StatsAnswer["totals_only"];
}

/** A question of a kind, with the facts from the store. */
export interface EngineQuestion<Of extends Kind>
	extends Pick<AskedQuestion, "goals">,
		Pick<QueryContext, "range" | "before" | "unit" | "totals" | "totalsOnly"> {
	readonly question: Extract<AnyQuestion, { readonly kind: Of }>;
}

/** A question of a kind, with the ClickHouse database that answers it. */
export interface ClickHouseQuestion<Of extends Kind> extends EngineQuestion<Of> {
	readonly database: string;
	/** Runs a statement. */
	readonly rows: <Row>(statement: string) => Promise<readonly Row[]>;
}

/**
 * The answer of an engine. Questions are data and name no table: an engine may read totals, single
 * events or other data, but all engines must return exactly the same figures.
 */
export type EngineAnswer = QueryAnswer | StatsAnswer | Refused;

export interface AskedQuestion extends CountingQuestion {
	readonly question: AnyQuestion;
	/** Every goal that the question names, by its key. */
	readonly goals: Readonly<Record<string, Goal>>;
}
