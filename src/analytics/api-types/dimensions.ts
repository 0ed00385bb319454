import { VISIT_TRAITS } from "../protocol/visit-traits.ts";

/** Dimensions of filters; `campaign` is the same as `utm_campaign`. */
export const FILTER_DIMENSIONS = [
	"page",
	"entry_page",
	"exit_page",
	...VISIT_TRAITS,
	"campaign",
	"status",
] as const;

export type FilterDimension = (typeof FILTER_DIMENSIONS)[number];

/** Dimensions of breakdowns; `ai_agent` contains the bots that read for AI services. */
export const BREAKDOWNS = [...FILTER_DIMENSIONS, "event", "bot", "ai_agent"] as const;

export type Breakdown = (typeof BREAKDOWNS)[number];

/** Length of one point of a series. */
export const INTERVALS = ["hour", "day", "week", "month"] as const;

export type Interval = (typeof INTERVALS)[number];

/** Operators of conditions. `matches` accepts `*` as a wildcard; `contains` ignores case. */
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

/** Dimensions of questions, beside properties. A question that names `bot` is about bots only. */
export const QUESTION_DIMENSIONS = [...FILTER_DIMENSIONS, "event", "bot"] as const;

export type QuestionDimension = (typeof QUESTION_DIMENSIONS)[number];

export const RETENTION_PERIODS = ["day", "week", "month"] as const;

/** Views of a trend. */
export const TREND_VIEWS = ["line", "bar", "table", "number"] as const;

export type TrendView = (typeof TREND_VIEWS)[number];

/** Conditions of an alert on the figure of a saved question. */
export const ALERT_LIMITS = ["above", "below", "changed_by"] as const;

/** Whether an alert has a limit; other alerts are digests, or about new errors. */
export function hasLimit(when: string | undefined): when is (typeof ALERT_LIMITS)[number] {
	return ALERT_LIMITS.some((limit) => limit === when);
}
