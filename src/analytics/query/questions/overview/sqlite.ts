import {
	addTotals,
	type Dimension,
	NO_TOTALS,
	newSum,
	type Sum,
	type Totals,
} from "../../../store/totals/roll-up.ts";
import type { Breakdown, QuestionDimension } from "../../../wire/dashboard/dimensions.ts";
import { VISIT_TRAITS } from "../../../wire/visit-traits.ts";
import { createPointFinder, type LocalRange } from "../../figures/local-range.ts";
import type { Reader } from "../../threads/reader.ts";
import { type CountedFigures, dimensionsOf } from "../counted-figures.ts";
import type { EngineQuestion } from "../engine-question.ts";
import { DistinctPairs } from "../sqlite/distinct-pairs.ts";
import { filteredSelector, selectorTest } from "../sqlite/event-test.ts";
import { eventValue } from "../sqlite/event-values.ts";
import { createQuestionScan, wholeDays } from "../sqlite/question-scan.ts";
import type { ScannedEvent } from "../sqlite/scan-days.ts";
import { isPastMidnight } from "../sqlite/sessions-of-day.ts";
import { createAccumulator } from "../trend/accumulators.ts";
import { countTrend } from "../trend/sqlite.ts";
import { renderStats, type StatsFigures, withVisitors } from "./render-stats.ts";

type Stats = EngineQuestion<"stats">;

/** Answers the overview from totals, and from events where totals do not suffice. */
export function answerStats(reader: Reader, asked: Stats): StatsFigures {
	const { question, range, before, totals, unit } = asked;
	const count = (
		of: LocalRange,
		known: CountedFigures | undefined,
		breakdowns: readonly Breakdown[],
	): CountedFigures => {
		if (known !== undefined && unit === "visitor-days") return known;
		if (known === undefined) return countFigures(reader, asked, { range: of, breakdowns });
		const counted =
			breakdowns.length > 0
				? countFigures(reader, asked, { range: of, breakdowns })
				: countVisitors(reader, asked, of);
		return withVisitors(known, counted);
	};
	const counted = count(range, totals.range, question.breakdowns);
	return renderStats(asked, counted, before && count(before, totals.before, []));
}

/** Counts visitors like a trend without rows. */
function countVisitors(reader: Reader, asked: Stats, range: LocalRange): CountedFigures {
	const measure = { of: "visitors" } as const;
	const question = { ...asked.question, kind: "trend", measure, breakdowns: [] } as const;
	const { all, isPartial } = countTrend(reader, { ...asked, question }, { range, breakdowns: [] });
	return {
		...{ visitors: all.total ?? 0, rows: new Map(), isPartial },
		points: all.counts.map((visitors) => ({ ...NO_TOTALS, visitors: visitors ?? 0 })),
	};
}

interface FiguresToCount {
	readonly range: Pick<LocalRange, "from" | "to" | "starts">;
	readonly breakdowns: readonly Breakdown[];
}

interface StatsFilters extends Pick<Stats, "goals" | "unit"> {
	readonly question: Pick<Stats["question"], "filters">;
}

interface Row {
	readonly number: number;
	readonly figures: Sum;
}

/** A session of the day, with visitor and point of its last sighting. */
interface BegunSession {
	/** Rows of its traits. */
	readonly rows: readonly Row[];
	readonly visitor: number;
	readonly point: number | undefined;
}

/** Exceeds the number of rows: totals have fewer values. A visitor times this is still an exact number. */
const ROW_RANGE = 2 ** 20;

/** Counts the events that pass the filters, by the same rules as totals. */
export function countFigures(
	reader: Reader,
	{ question: { filters }, goals, unit }: StatsFilters,
	{ range, breakdowns }: FiguresToCount,
): CountedFigures {
	const { strings } = reader;
	const selector = filteredSelector(filters);
	const scan = createQuestionScan(reader, { filters, goals, unit, selectors: [selector] });
	const test = selectorTest(selector, strings);
	const isDaily = unit === "visitor-days";
	const readerOf = (dimension: QuestionDimension) => eventValue({ dimension }, strings);
	const [pageOf, statusOf] = [readerOf("page"), readerOf("status")];
	const [entryPageOf, exitPageOf] = [readerOf("entry_page"), readerOf("exit_page")];
	const rows = new Map(
		dimensionsOf(breakdowns).map((dimension) => [dimension, new Map<string, Row>()]),
	);
	const traits = VISIT_TRAITS.filter((trait) => rows.has(trait)).map((trait) => {
		return { trait, read: readerOf(trait) };
	});
	const points = range.starts.map(newSum);
	const pointAt = createPointFinder(range);
	const view = strings.find("$pageview");
	const visitors = createAccumulator(isDaily ? "day" : "range", { of: "visitors" }, points.length);
	const sessions = new Map<number, BegunSession>();
	/** Pairs of a daily visitor and a row that counts the visitor, as one number each. */
	const seenToday = new Set<number>();
	/** People of the range, by row. */
	const people = new DistinctPairs();
	const countedPastMidnight = new Set<number>();
	let rowCount = 0;

	/** @returns `undefined` if there is no value, or no such breakdown. */
	const rowOf = (dimension: Dimension, value: string | undefined): Row | undefined => {
		const values = rows.get(dimension);
		if (values === undefined || value === undefined) return undefined;
		const known = values.get(value);
		if (known !== undefined) return known;
		rowCount += 1;
		const row = { number: rowCount, figures: newSum() };
		values.set(value, row);
		return row;
	};
	/** Counts a visitor once in a row: people in the range, daily visitors at their first sighting. */
	const see = ({ number, figures }: Row, visitor: number, point: number | undefined): void => {
		if (!isDaily) {
			if (point !== undefined) people.add(number, visitor);
			return;
		}
		const before = seenToday.size;
		seenToday.add(visitor * ROW_RANGE + number);
		if (seenToday.size > before && point !== undefined) figures.visitors += 1;
	};
	/** Counts a session at its first event that passes. @returns The rows of its traits. */
	const begin = (event: ScannedEvent): readonly Row[] => {
		const own = traits.flatMap(({ trait, read }) => rowOf(trait, read(event)) ?? []);
		const { session } = event;
		if (session !== undefined && isPastMidnight(session)) {
			if (countedPastMidnight.has(session.id)) return own;
			countedPastMidnight.add(session.id);
		}
		const point = pointAt(session?.startedAt ?? Number.NaN);
		if (session === undefined || point === undefined) return own;
		const { views, durationMs } = session;
		const figures = { ...NO_TOTALS, sessions: 1, bounces: views <= 1 ? 1 : 0, durationMs };
		for (const row of own) addTotals(row.figures, figures);
		addTotals(points[point] as Sum, figures);
		const entry = rowOf("page", entryPageOf(event));
		if (entry !== undefined) addTotals(entry.figures, figures);
		const exit = rowOf("exit_page", exitPageOf(event));
		if (exit !== undefined) exit.figures.sessions += 1;
		return own;
	};
	const count = (event: ScannedEvent): void => {
		const { sessionId, timestamp } = event;
		const visitor = test(event) ? scan.visitorOf(event) : undefined;
		if (sessionId === undefined || visitor === undefined) return;
		const point = pointAt(timestamp);
		const known = sessions.get(sessionId);
		const session = known ?? { rows: begin(event), visitor, point };
		// A daily visitor counts at the first sighting, which begins a session. People count in each point.
		const isSighting =
			known === undefined || (!isDaily && (known.visitor !== visitor || known.point !== point));
		if (isSighting) {
			sessions.set(sessionId, { ...session, visitor, point });
			visitors.add({ point, unit: visitor, number: 0 });
		}
		const isView = event.name === view && point !== undefined;
		for (const row of session.rows) {
			if (isSighting) see(row, visitor, point);
			if (isView) row.figures.views += 1;
		}
		if (event.name !== view) return;
		const page = rowOf("page", pageOf(event));
		if (page !== undefined) see(page, visitor, point);
		if (!isView) return;
		(points[point] as Sum).views += 1;
		for (const row of [page, rowOf("status", statusOf(event))]) {
			if (row !== undefined) row.figures.views += 1;
		}
	};
	// Whole days: the first sighting of a daily visitor may precede the range.
	const isPartial = scan.newestFirst(wholeDays(range), count, () => {
		visitors.endDay();
		seenToday.clear();
		sessions.clear();
	});
	const { total, counts } = visitors.render();
	const peopleOf = people.counts();
	const figuresOf = ({ figures, number }: Row): Totals =>
		isDaily ? figures : { ...figures, visitors: peopleOf.get(number) ?? 0 };
	return {
		isPartial,
		visitors: total ?? 0,
		points: points.map((figures, point) => ({ ...figures, visitors: counts[point] ?? 0 })),
		rows: new Map(
			[...rows].map(([dimension, values]) => [
				dimension,
				new Map([...values].map(([value, row]) => [value, figuresOf(row)])),
			]),
		),
	};
}
