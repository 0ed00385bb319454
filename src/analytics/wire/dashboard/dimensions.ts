import { VISIT_TRAITS } from "../visit-traits.ts";

/** What figures can be filtered by; `campaign` is the same as `utm_campaign`. */
export const FILTER_DIMENSIONS = [
	"page",
	"entry_page",
	"exit_page",
	...VISIT_TRAITS,
	"campaign",
	"status",
] as const;

export type FilterDimension = (typeof FILTER_DIMENSIONS)[number];

/** What figures can be broken down by; `ai_agent` are those bots that read for AI services. */
export const BREAKDOWNS = [...FILTER_DIMENSIONS, "event", "bot", "ai_agent"] as const;

export type Breakdown = (typeof BREAKDOWNS)[number];

/** One filter; in a URL it is `filter={dimension}:{is|is_not}:{value}`. An empty value: none is known. */
export interface Filter {
	readonly dimension: FilterDimension;
	readonly operator: "is" | "is_not";
	readonly value: string;
}

export interface FilterCondition extends Omit<Filter, "value"> {
	readonly values: readonly string[];
}

/** @returns Filters as conditions, one for each dimension and operator: any of what it is, or is not. */
export function filterConditions(filters: readonly Filter[]): readonly FilterCondition[] {
	const groups = Map.groupBy(filters, ({ dimension, operator }) => {
		return `${dimension === "campaign" ? "utm_campaign" : dimension} ${operator}`;
	});
	return [...groups.values()].flatMap((group) =>
		group.slice(0, 1).map(({ dimension, operator }) => {
			return { dimension, operator, values: group.map(({ value }) => value) };
		}),
	);
}

/** Lengths of a point of a series. */
export const INTERVALS = ["hour", "day", "week", "month"] as const;

export type Interval = (typeof INTERVALS)[number];

/** How a condition of a question compares; `matches` takes `*` for anything, `contains` ignores case. */
export const OPERATORS = [
	"is",
	"is_not",
	"contains",
	"matches",
	"set",
	"not_set",
	"above",
	"below",
] as const;

export type Operator = (typeof OPERATORS)[number];

/** What questions filter and break down by, beside properties. A question that names `bot` is about bots. */
export const QUESTION_DIMENSIONS = [...FILTER_DIMENSIONS, "event", "bot"] as const;

export type QuestionDimension = (typeof QUESTION_DIMENSIONS)[number];

export const RETENTION_PERIODS = ["day", "week", "month"] as const;

/** How a trend can be shown. */
export const TREND_VIEWS = ["line", "bar", "table", "number"] as const;

export type TrendView = (typeof TREND_VIEWS)[number];
