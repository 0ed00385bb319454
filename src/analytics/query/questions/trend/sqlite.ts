import type { DatabaseSync } from "node:sqlite";
import { type BreakdownBy, isAboutBots, type Measure } from "../../../wire/dashboard/question.ts";
import { createPointFinder, type LocalRange } from "../../figures/local-range.ts";
import type { Reader } from "../../threads/reader.ts";
import type { CountedFigures } from "../counted-figures.ts";
import type { EngineQuestion } from "../engine-question.ts";
import {
	filteredSelector,
	type KnownSelector,
	knownSelector,
	neededProperties,
	selectorTest,
} from "../sqlite/event-test.ts";
import { eventValue, readsProperties } from "../sqlite/event-values.ts";
import { createQuestionScan, wholeDays } from "../sqlite/question-scan.ts";
import type { ScannedEvent } from "../sqlite/scan-days.ts";
import { isPastMidnight } from "../sqlite/sessions-of-day.ts";
import { type Accumulator, type CountedBy, createAccumulator } from "./accumulators.ts";
import {
	type CountedTrend,
	lineOf,
	lineOfTotals,
	renderTrend,
	type TrendFigures,
	type TrendLine,
} from "./render-trend.ts";

type Trend = EngineQuestion<"trend">;
/** Maximum of rows while counting; further values count only in the sum of others. */
const MAX_ROWS = 10_000;

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
	const { range, totals, breakdowns } = counted;
	const ready =
		breakdowns.length > 0
			? undefined
			: (lineOfTotals(asked, totals) ?? countNamed(reader, asked, range));
	if (ready === undefined) return countTrend(reader, asked, counted);
	return { all: ready, rows: [], isPartial: false };
}

/** @returns Counts of an event; `undefined` if the question asks for more than its name. */
function countNamed(
	{ database, strings }: Reader,
	{ question, goals }: Trend,
	range: LocalRange,
): TrendLine | undefined {
	const { measure, events, filters } = question;
	if (isAboutBots(question) || measure.of !== "events") return undefined;
	const selector = events && knownSelector(events, goals);
	if (selector?.event === undefined) return undefined;
	if (selector.conditions.length > 0 || filters.conditions.length > 0) return undefined;
	return lineOf(countByIndex(database, strings.find(selector.event), range));
}

interface Row {
	readonly values: readonly (string | null)[];
	readonly figures: Accumulator;
}

/** Counts single events, by the same rules as totals. */
export function countTrend(
	reader: Reader,
	asked: Trend,
	{ range, breakdowns }: Pick<RangeToCount, "range" | "breakdowns">,
): CountedRange {
	const { question, goals, unit } = asked;
	const { measure, filters } = question;
	const { strings } = reader;
	const selector = selectorOf(asked);
	const isOfViews = selector.event === "$pageview";
	const by = countedBy(measure, unit);
	const scan = createQuestionScan(reader, {
		filters,
		goals,
		// Only a count of people needs distinct ids and persons, which take longer to read.
		unit: by === "range" ? "people" : "visitor-days",
		selectors: [selector],
		isOfBots: isAboutBots(question),
		// People known only from server events are not visitors.
		isOfVisits: measure.of === "visitors" && question.events === undefined,
		...(by === "range" ? { sightings: { cuts: range.starts, by: breakdowns } } : {}),
		readsProperties:
			"property" in measure || breakdowns.some((one) => readsProperties(one, isOfViews)),
		neededProperties: [
			...("property" in measure ? [measure.property] : []),
			...neededProperties(selector.conditions),
			...(filters.match === "all" ? neededProperties(filters.conditions) : []),
		],
	});
	const test = selectorTest(selector, strings);
	const readers = breakdowns.map((one) => eventValue(one, strings));
	const pointAt = createPointFinder(range);
	const newFigures = () => createAccumulator(by, measure, range.starts.length);
	const all = newFigures();
	const rows = new Map<string | null, Row>();
	const seenToday = new Set<Row>();
	const rowOf = (event: ScannedEvent): Row | undefined => {
		const values = readers.map((readValue) => readValue(event) ?? null);
		// Usually there is one value, which is enough as a key.
		const key = values.length === 1 ? (values[0] ?? null) : JSON.stringify(values);
		const known = rows.get(key);
		if (known !== undefined || rows.size >= MAX_ROWS) return known;
		const row = { values, figures: newFigures() };
		rows.set(key, row);
		return row;
	};
	const count = (event: ScannedEvent): void => {
		if (!test(event)) return;
		const number = "property" in measure ? readNumber(event.properties[measure.property]) : 0;
		if (Number.isNaN(number)) return;
		const session = measure.of === "sessions" ? event.session : undefined;
		const sighting = {
			point: pointAt(
				measure.of === "sessions" ? (session?.startedAt ?? Number.NaN) : event.timestamp,
			),
			unit:
				measure.of === "sessions"
					? event.sessionId
					: measure.of === "visitors"
						? scan.visitorOf(event)
						: undefined,
			number,
			isOfTwoDays: session !== undefined && isPastMidnight(session),
		};
		all.add(sighting);
		const row = readers.length > 0 ? rowOf(event) : undefined;
		if (row === undefined) return;
		seenToday.add(row);
		row.figures.add(sighting);
	};
	// A count once a day needs whole days: the first sighting may precede the range.
	const isPartial = scan.newestFirst(by === "day" ? wholeDays(range) : range, count, () => {
		all.endDay();
		for (const row of seenToday) row.figures.endDay();
		seenToday.clear();
	});
	return {
		all: all.render(),
		rows: [...rows.values()]
			.map(({ values, figures }) => ({ values, ...figures.render() }))
			.filter(({ total }) => total !== 0)
			.toSorted(
				(a, b) =>
					(b.total ?? Number.NEGATIVE_INFINITY) - (a.total ?? Number.NEGATIVE_INFINITY) ||
					(JSON.stringify(a.values) < JSON.stringify(b.values) ? -1 : 1),
			),
		isPartial,
	};
}

/** Selects the counted events. A filter on pages selects views, unless the question names events. */
export function selectorOf({ question, goals }: Pick<Trend, "question" | "goals">): KnownSelector {
	const { events, measure, filters } = question;
	const selector = events === undefined ? filteredSelector(filters) : knownSelector(events, goals);
	return measure.of === "views" ? { ...selector, event: "$pageview" } : selector;
}

function countedBy({ of }: Measure, unit: Trend["unit"]): CountedBy {
	if (of === "events" || of === "views") return "event";
	if (of === "sessions") return "day";
	if (of === "visitors") return unit === "people" ? "range" : "day";
	return "number";
}

/** @returns `NaN` if the value is no finite number: anyone can send `Infinity`, which would spoil a sum. */
function readNumber(value: unknown): number {
	if (typeof value === "number") return value;
	const number = typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
	return Number.isFinite(number) ? number : Number.NaN;
}

/**
 * Counts the events of a name in each point from two indexes. The first
 * has all events; the second has the events of bots, which are subtracted.
 *
 * @param name Number of the name; absent if no event has it.
 */
function countByIndex(
	database: DatabaseSync,
	name: number | undefined,
	{ starts, to }: LocalRange,
): readonly number[] {
	if (name === undefined) return starts.map(() => 0);
	const inPoint = "timestamp >= ?1 AND timestamp < ?2 AND name = ?3";
	const statement = database.prepare(`
		SELECT (SELECT count(*) FROM events INDEXED BY events_by_time WHERE ${inPoint})
			- (SELECT count(*) FROM events INDEXED BY events_of_bots WHERE ${inPoint} AND bot IS NOT NULL)
			AS count
	`);
	return starts.map((start, index) =>
		Number(statement.get(start, starts[index + 1] ?? to, name)?.["count"]),
	);
}
