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

/** Lengths of a point of a series. */
export const INTERVALS = ["hour", "day", "month"] as const;

export type Interval = (typeof INTERVALS)[number];
