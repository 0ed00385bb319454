/** What figures can be broken down by. */
export type Breakdown = FilterDimension | "campaign" | "event" | "bot";

/** What figures can be filtered by; `campaign` is the same as `utm_campaign`. */
export const FILTER_DIMENSIONS = [
	"page",
	"entry_page",
	"exit_page",
	"referrer",
	"campaign",
	"utm_source",
	"utm_medium",
	"utm_campaign",
	"utm_term",
	"utm_content",
	"browser",
	"os",
	"device",
	"language",
	"status",
] as const;

export type FilterDimension = (typeof FILTER_DIMENSIONS)[number];

/** One filter; in a URL it is `filter={dimension}:{is|is_not}:{value}`. An empty value: none is known. */
export interface Filter {
	readonly dimension: FilterDimension;
	readonly operator: FilterOperator;
	readonly value: string;
}

export type FilterOperator = "is" | "is_not";

export type Interval = "hour" | "day" | "month";

export interface Figures {
	readonly views: number;
	readonly visitors: number;
	readonly sessions: number;
	readonly bounces: number;
	/** 0 to 1; `null` without sessions. */
	readonly bounce_rate: number | null;
	readonly duration_ms: number;
	/** Time on site; `null` without sessions. */
	readonly average_duration_ms: number | null;
}

/** A point of a series. */
export interface FiguresPoint extends Figures {
	/** Beginning, ISO 8601 in UTC; in the time zone asked for it is the beginning of an hour, a day or a month. */
	readonly start: string;
}

export interface FiguresRow extends Figures {
	readonly value: string;
}

export interface FiguresRange {
	/** ISO 8601 in UTC. */
	readonly from: string;
	/** Not included. */
	readonly to: string;
	readonly totals: Figures;
	readonly series: readonly FiguresPoint[];
}

/** `GET /api/v1/stats`. */
export interface StatsAnswer extends FiguresRange {
	readonly interval: Interval;
	readonly timezone: string;
	readonly filters: readonly Filter[];
	/** As many days just before; `null` when everything was asked for. */
	readonly comparison: FiguresRange | null;
	/** By breakdown, the largest row first. */
	readonly breakdowns: Readonly<Partial<Record<Breakdown, readonly FiguresRow[]>>>;
}
