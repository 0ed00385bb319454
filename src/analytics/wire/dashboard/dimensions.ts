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

/** When an alert sends a message about the figure of a saved question. */
export const ALERT_LIMITS = ["above", "below", "changed_by"] as const;

/** Whether an alert is about a limit; the others are digests, or about errors. */
export function hasLimit(when: string | undefined): when is (typeof ALERT_LIMITS)[number] {
	return ALERT_LIMITS.some((limit) => limit === when);
}
