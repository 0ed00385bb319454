import { type BreakdownBy, isAboutBots } from "../../../api-types/question.ts";
import { VIEW_EVENTS } from "../../../protocol/view-events.ts";
import type { LocalRange } from "../../figures/local-range.ts";
import type { Reader } from "../../threads/reader.ts";
import { BreakdownRows } from "../columns/breakdown-rows.ts";
import { keepVisits } from "../columns/event-masks.ts";
import { scanRange } from "../columns/scan-range.ts";
import {
	filteredSelector,
	type KnownSelector,
	knownSelector,
	selectsViews,
} from "../columns/selectors.ts";
import type { CountedFigures } from "../counted-figures.ts";
import type { EngineQuestion } from "../engine-question.ts";
import { createMeasure } from "./measures.ts";
import { type CountedTrend, lineOfTotals, renderTrend, type TrendFigures } from "./render-trend.ts";

type Trend = EngineQuestion<"trend">;

/** Answers a trend: a measure over time, with comparison and breakdowns. */
export function answerTrend(reader: Reader, asked: Trend): TrendFigures {
	const { question, range, before, totals } = asked;
	const { breakdowns } = question;
	const earlier =
		before &&
		countRange(reader, asked, { range: before, totals: totals.before, breakdowns: [] }).all;
	const counted = countRange(reader, asked, { range, totals: totals.range, breakdowns });
	return renderTrend(asked, { ...counted, earlier });
}

type CountedRange = Omit<CountedTrend, "earlier">;

interface RangeToCount {
	readonly range: LocalRange;
	/** Figures that the store's totals already have, by point. */
	readonly totals: CountedFigures | undefined;
	readonly breakdowns: readonly BreakdownBy[];
}

function countRange(reader: Reader, asked: Trend, counted: RangeToCount): CountedRange {
	const { totals, breakdowns } = counted;
	const ready = breakdowns.length > 0 ? undefined : lineOfTotals(asked, totals);
	return ready === undefined ? countTrend(reader, asked, counted) : { all: ready, rows: [] };
}

/** Counts single events, by the same rules as totals. */
export function countTrend(
	reader: Reader,
	asked: Trend,
	{ range, breakdowns }: Pick<RangeToCount, "range" | "breakdowns">,
): CountedRange {
	const { question, goals, unit } = asked;
	const { measure, filters } = question;
	const selector = selectorOf(asked);
	const count = createMeasure(reader, { measure, unit, range });
	const rows = breakdowns.length === 0 ? undefined : new BreakdownRows(breakdowns);
	// People known only from server events are not visitors.
	const isOfVisits = measure.of === "visitors" && question.events === undefined;
	const isOfBots = isAboutBots(question);
	for (const day of scanRange(reader, { filters, goals, isOfBots }, count.days)) {
		const mask = day.select(selector);
		if (isOfVisits) keepVisits(mask, day.columns);
		count.add(day, mask, rows?.ofDay(day.columns, mask, selectsViews(selector)));
	}
	return {
		all: count.all(),
		rows: (rows?.values ?? [])
			.map((values, row) => ({ values, ...count.row(row) }))
			.filter(({ total }) => total !== 0)
			.toSorted(
				(a, b) =>
					(b.total ?? Number.NEGATIVE_INFINITY) - (a.total ?? Number.NEGATIVE_INFINITY) ||
					(JSON.stringify(a.values) < JSON.stringify(b.values) ? -1 : 1),
			),
	};
}

/** Selects the counted events. A filter on pages selects views, unless the question names events. */
export function selectorOf({ question, goals }: Pick<Trend, "question" | "goals">): KnownSelector {
	const { events, measure, filters } = question;
	const selector = events === undefined ? filteredSelector(filters) : knownSelector(events, goals);
	return measure.of === "views" ? { ...selector, events: VIEW_EVENTS } : selector;
}
