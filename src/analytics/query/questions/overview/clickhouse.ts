import type { TimeRange } from "../../../api/time-range.ts";
import type { Breakdown } from "../../../api-types/dimensions.ts";
import type { VISIT_TRAITS } from "../../../protocol/visit-traits.ts";
import { literal } from "../../../store/clickhouse/sql-text.ts";
import {
	addTotals,
	DAY_MS,
	type Dimension,
	NO_TOTALS,
	newSum,
	type Sum,
} from "../../../store/totals/roll-up.ts";
import type { LocalRange } from "../../figures/local-range.ts";
import { EventSource, pointsSql, VIEWS } from "../clickhouse/event-source.ts";
import { filteredSelector } from "../columns/selectors.ts";
import { type CountedFigures, dimensionsOf } from "../counted-figures.ts";
import type { ClickHouseQuestion } from "../engine-question.ts";
import { readLine } from "../trend/clickhouse.ts";
import { renderStats, type StatsFigures, withVisitors } from "./render-stats.ts";

type Stats = ClickHouseQuestion<"stats">;

/** Answers the overview from totals, and from events where totals do not suffice. */
export async function answerStats(asked: Stats): Promise<StatsFigures> {
	const { question, range, before, totals, unit } = asked;
	const count = async (
		of: LocalRange,
		known: CountedFigures | undefined,
		breakdowns: readonly Breakdown[],
	): Promise<CountedFigures> => {
		if (known !== undefined && unit === "visitor-days") return known;
		const counted = await countFigures(asked, of, breakdowns);
		return known === undefined ? counted : withVisitors(known, counted);
	};
	const [counted, earlier] = await Promise.all([
		count(range, totals.range, question.breakdowns),
		before && count(before, totals.before, []),
	]);
	return renderStats(asked, counted, earlier);
}

/** Figures of a value; 0 if the statement does not count them. The value of a point is its start time. */
interface Row {
	readonly dimension: "point" | Dimension;
	readonly value: string;
	readonly views: number;
	readonly visitors: number;
	readonly sessions: number;
	readonly bounces: number;
	readonly duration: number;
}

/** Counts the events that pass the filters, by the same rules as the file's totals. */
async function countFigures(
	asked: Stats,
	range: LocalRange,
	breakdowns: readonly Breakdown[],
): Promise<CountedFigures> {
	const dimensions = dimensionsOf(breakdowns);
	const figures = new Map<Row["dimension"], Map<string, Sum>>();
	for (const dimension of dimensions) figures.set(dimension, new Map());
	const points = new Map<string, Sum>();
	figures.set("point", points);
	// People can span several parts; daily visitors and sessions cannot.
	const viewed = asked.unit === "people" ? [range] : monthlyRanges(range);
	const statements = [
		...viewed.map((stretch) => viewsSql(asked, { range, stretch, dimensions })),
		...monthlyRanges(range).map((stretch) => sessionsSql(asked, { range, stretch, dimensions })),
	].values();
	const askInTurn = async (): Promise<void> => {
		for (const statement of statements) {
			for (const { dimension, value, duration, ...row } of await asked.rows<Row>(statement)) {
				const values = figures.get(dimension);
				if (values === undefined) continue;
				addTotals(values.getOrInsertComputed(value, newSum), { ...row, durationMs: duration });
			}
		}
	};
	const measure = { of: "visitors" } as const;
	const [visitors] = await Promise.all([
		readLine(
			{ ...asked, question: { ...asked.question, kind: "trend", measure, breakdowns: [] } },
			range,
		),
		// Two statements at a time: all cores stay busy while one of them ends.
		...[askInTurn(), askInTurn()],
	]);
	figures.delete("point");
	return {
		visitors: visitors.total ?? 0,
		points: range.starts.map((start, index) => ({
			...(points.get(String(start)) ?? NO_TOTALS),
			visitors: visitors.counts[index] ?? 0,
		})),
		rows: figures as ReadonlyMap<Dimension, ReadonlyMap<string, Sum>>,
	};
}

/**
 * Splits a range, so that ClickHouse needs memory for the sessions of a month, not of a year. No daily visitor spans
 * two parts, and a session counts in the part in which it begins, so the figures add up.
 */
function monthlyRanges({ from, to }: LocalRange): readonly TimeRange[] {
	const first = Math.floor(from / STRETCH_MS);
	const count = Math.ceil(to / STRETCH_MS) - first;
	return Array.from({ length: count }, (_, index) => ({
		from: Math.max(from, (first + index) * STRETCH_MS),
		to: Math.min(to, (first + index + 1) * STRETCH_MS),
	}));
}

const STRETCH_MS = 31 * DAY_MS;

interface Part {
	readonly range: LocalRange;
	/** Cut at midnight (UTC), like daily visitors and sessions. */
	readonly stretch: TimeRange;
	readonly dimensions: readonly Dimension[];
}

/** SQL of views and visitors, by point and by dimension of events and sessions. */
function viewsSql({ unit, ...asked }: Stats, { range, stretch, dimensions }: Part): string {
	const source = sourceOf({ unit, ...asked });
	const { isInRange, pointOf } = pointsSql(range);
	const names = dimensions.filter((name) => name !== "exit_page" && isOfVisits(name));
	const values = names.map((dimension) => {
		const value = source.events.value({ dimension });
		return `${dimension === "page" ? `if(event IN (${VIEWS}), ${value}, NULL)` : value} AS of_${dimension}`;
	});
	const visitor = source.events.visitor();
	const visitorsBefore = (time: number): string =>
		`uniqExactIf((day, unit), is_visit AND at < ${time})`;
	// A daily visitor counts at the first sighting: visitors before the end minus visitors before the start.
	const visitors =
		unit === "people"
			? `uniqExactIf(unit, is_visit AND ${isInRange("at")})`
			: `${visitorsBefore(range.to)} - ${visitorsBefore(range.from)}`;
	return rowsSql(["point", ...names], {
		from: `SELECT day, at, event, is_visit, ${visitor} AS unit,
			${[...values, `${pointOf("at")} AS of_point`].join(", ")} FROM (${source.text(stretch)})`,
		views: `countIf(is_visit AND event IN (${VIEWS}) AND ${isInRange("at")})`,
		visitors: `if(dimension IN ('point', 'status'), 0, ${visitors})`,
	});
}

/** SQL of sessions, by point of their start, entry page, exit page and traits. */
function sessionsSql(asked: Stats, { range, stretch, dimensions }: Part): string {
	const { isInRange, pointOf } = pointsSql(range);
	const names = dimensions.filter((name) => name !== "status" && isOfVisits(name));
	const passing = sourceOf(asked, true);
	const whole = new EventSource({ ...asked, filters: NO_FILTERS });
	for (const name of ["event", "session", "started"] as const) whole.column(name);
	const values = names.map(
		(name) =>
			`any(${whole.value({ dimension: name === "page" ? "entry_page" : name })}) AS of_${name}`,
	);
	const isWhole = "dimension != 'exit_page'";
	return rowsSql(["point", ...names], {
		from: `SELECT *, ${isInRange("began")} AND began >= ${stretch.from} AND began < ${stretch.to} AS is_begun,
				${pointOf("began")} AS of_point FROM (
			SELECT ${["any(started) AS began", "max(at) - began AS length_ms", ...values].join(", ")},
				countIf(event IN (${VIEWS})) <= 1 AS is_bounce
			FROM (${whole.text(stretch, true)})
			WHERE is_visit
				AND session GLOBAL IN (SELECT session FROM (${passing.text(stretch, true)}) WHERE is_visit)
			GROUP BY session
		)`,
		sessions: "countIf(is_begun)",
		bounces: `if(${isWhole}, countIf(is_begun AND is_bounce), 0)`,
		duration: `if(${isWhole}, sumIf(length_ms, is_begun), 0)`,
	});
}

/** The events that pass the filters. Request columns before calling `text()`. */
function sourceOf({ question: { filters }, ...asked }: Stats, isOfSessions = false) {
	const events = new EventSource({ ...asked, filters });
	events.column("event");
	if (isOfSessions) events.column("session");
	const passes = [events.selects(filteredSelector(filters)), events.passes()].join(" AND ");
	return {
		events,
		text: (stretch: TimeRange, isOfSessions = false) =>
			`SELECT * FROM (${events.text(stretch, isOfSessions)}) WHERE ${passes}`,
	};
}

const NO_FILTERS = { match: "all", conditions: [] } as const;

/** Whether single events are counted by a dimension: only totals have rows by event and bot. */
function isOfVisits(
	name: Dimension,
): name is "page" | "exit_page" | "status" | (typeof VISIT_TRAITS)[number] {
	return name !== "all" && name !== "event" && name !== "bot";
}

type Figures = Partial<Record<"views" | "visitors" | "sessions" | "bounces" | "duration", string>>;

/**
 * SQL that groups rows by each of several columns, named `of_…`, in one pass. Each result row has the
 * name of one column as dimension, a value of this column, and five figures.
 */
function rowsSql(
	dimensions: readonly string[],
	{ from, ...figures }: Figures & { readonly from: string },
): string {
	const ofDimension = (what: (name: string) => string): string =>
		`multiIf(${dimensions.map((name) => `grouping(of_${name}) = 0, ${what(name)}`).join(", ")}, NULL)`;
	const named = ["views", "visitors", "sessions", "bounces", "duration"] as const;
	return `SELECT ${ofDimension(literal)} AS dimension,
			${ofDimension((name) => `CAST(of_${name} AS Nullable(String))`)} AS value,
			${named.map((name) => `${figures[name] ?? "0"} AS ${name}`).join(", ")}
		FROM (${from})
		GROUP BY GROUPING SETS (${dimensions.map((name) => `(of_${name})`).join(", ")})
		HAVING value IS NOT NULL`;
}
