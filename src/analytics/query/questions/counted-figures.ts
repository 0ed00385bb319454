import { isAiAgent } from "../../../shared/ai-agents.ts";
import type { Breakdown } from "../../api-types/dimensions.ts";
import type { Dimension, Totals } from "../../store/totals/roll-up.ts";
import type { BreakdownRow, RowOrder } from "../../store/totals/roll-up-reader.ts";

/** Figures of a range, from totals or from an engine. */
export interface CountedFigures {
	/** Totals of each point. */
	readonly points: readonly Totals[];
	/** Visitors of the whole range: people in several points count once. */
	readonly visitors: number;
	readonly rows: FiguresByValue;
}

/** Dimension → value → figures. */
export type FiguresByValue = ReadonlyMap<Dimension, ReadonlyMap<string, Totals>>;

interface Source {
	readonly dimension: Exclude<Dimension, "all">;
	/** Default order of the rows. */
	readonly by: RowOrder;
	/** Skips values without sessions: pages on which no session began. */
	readonly hasSessions?: boolean;
	/** Selects values of the dimension; absent for all of them. */
	readonly keeps?: (value: string) => boolean;
}

/** Breakdowns with their dimension in totals, and with the default order of their rows. */
export const BREAKDOWN_SOURCES: Readonly<Record<Breakdown, Source>> = {
	page: { dimension: "page", by: "views" },
	entry_page: { dimension: "page", by: "sessions", hasSessions: true },
	exit_page: { dimension: "exit_page", by: "sessions", hasSessions: true },
	referrer: { dimension: "referrer", by: "visitors" },
	channel: { dimension: "channel", by: "visitors" },
	campaign: { dimension: "utm_campaign", by: "visitors" },
	utm_source: { dimension: "utm_source", by: "visitors" },
	utm_medium: { dimension: "utm_medium", by: "visitors" },
	utm_campaign: { dimension: "utm_campaign", by: "visitors" },
	utm_term: { dimension: "utm_term", by: "visitors" },
	utm_content: { dimension: "utm_content", by: "visitors" },
	browser: { dimension: "browser", by: "visitors" },
	os: { dimension: "os", by: "visitors" },
	device: { dimension: "device", by: "visitors" },
	language: { dimension: "language", by: "visitors" },
	host: { dimension: "host", by: "visitors" },
	country: { dimension: "country", by: "visitors" },
	region: { dimension: "region", by: "visitors" },
	status: { dimension: "status", by: "views" },
	event: { dimension: "event", by: "views" },
	bot: { dimension: "bot", by: "views" },
	ai_agent: { dimension: "bot", by: "views", keeps: isAiAgent },
};

/** @returns The dimensions that have the rows of the breakdowns. */
export function dimensionsOf(breakdowns: readonly Breakdown[]): readonly Dimension[] {
	return [...new Set(breakdowns.map((breakdown) => BREAKDOWN_SOURCES[breakdown].dimension))];
}

/** @returns The rows of a breakdown, the largest first. */
export function largestRows(
	rows: FiguresByValue,
	breakdown: Breakdown,
	{ limit, sort }: { readonly limit: number; readonly sort?: RowOrder | undefined },
): readonly BreakdownRow[] {
	const source = BREAKDOWN_SOURCES[breakdown];
	const { dimension, by, hasSessions = false, keeps = () => true } = source;
	const order = sort ?? by;
	return [...(rows.get(dimension) ?? [])]
		.filter(([value]) => keeps(value))
		.map(([value, totals]) => ({ value, ...totals }))
		.filter((row) => row.sessions > 0 || (!hasSessions && row.views + row.visitors > 0))
		.toSorted(
			(a, b) =>
				b[order] - a[order] ||
				b.views - a.views ||
				b.sessions - a.sessions ||
				(a.value < b.value ? -1 : 1),
		)
		.slice(0, limit);
}
