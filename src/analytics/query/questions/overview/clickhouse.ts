import { literal } from "../../../store/clickhouse/sql-text.ts";
import {
	addTotals,
	DAY_MS,
	type Dimension,
	NO_TOTALS,
	newSum,
	type Sum,
} from "../../../store/totals/roll-up.ts";
import type { Breakdown } from "../../../wire/dashboard/dimensions.ts";
import type { VISIT_TRAITS } from "../../../wire/visit-traits.ts";
import type { TimeRange } from "../../api/time-range.ts";
import type { LocalRange } from "../../figures/local-range.ts";
import { EventSource, pointsSql } from "../clickhouse/event-source.ts";
import { type CountedFigures, dimensionsOf } from "../counted-figures.ts";
import type { ClickHouseQuestion } from "../engine-question.ts";
import { filteredSelector } from "../sqlite/event-test.ts";
import { readLine } from "../trend/clickhouse.ts";
import { renderStats, type StatsFigures, withVisitors } from "./render-stats.ts";

type Stats = ClickHouseQuestion<"stats">;

/** The overview: out of totals, and out of events what totals cannot say. */
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

/** Figures of a value; those that a statement does not count are 0. A point's value is its beginning. */
interface Row {
	readonly dimension: "point" | Dimension;
	readonly value: string;
	readonly views: number;
	readonly visitors: number;
	readonly sessions: number;
	readonly bounces: number;
	readonly duration: number;
}

/** Counts single events that pass filters, as the file's totals count all of them. */
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
	// People span parts, visitors of a day and sessions do not.
	const viewed = asked.unit === "people" ? [range] : stretchesOf(range);
	const statements = [
		...viewed.map((stretch) => viewsSql(asked, { range, stretch, dimensions })),
		...stretchesOf(range).map((stretch) =>
			// Of sessions that begin in the part: the day before it is part of another.
			sessionsSql({ ...asked, unit: "visitor-days" }, { range, stretch, dimensions }),
		),
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
		// Two at a time keep all cores busy at the end of a statement.
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
		isPartial: false,
	};
}

/**
 * Parts of a range, so that ClickHouse holds the sessions of a month and not those of a year. No
 * visitor of a day and no session spans two parts, so their figures add up.
 */
function stretchesOf({ from, to }: LocalRange): readonly TimeRange[] {
	const first = Math.floor(from / STRETCH_MS);
	const count = Math.ceil(to / STRETCH_MS) - first;
	return Array.from({ length: count }, (_, index) => ({
		from: Math.max(from, (first + index) * STRETCH_MS),
		to: Math.min(to, (first + index + 1) * STRETCH_MS),
	}));
}

const STRETCH_MS = 31 * DAY_MS;
const VIEW = "$pageview";

interface Part {
	readonly range: LocalRange;
	/** Cut at midnight (UTC), as visitors and sessions are. */
	readonly stretch: TimeRange;
	readonly dimensions: readonly Dimension[];
}

/** Views and visitors, by point and by what events and their sessions have. */
function viewsSql({ unit, ...asked }: Stats, { range, stretch, dimensions }: Part): string {
	const source = sourceOf({ unit, ...asked });
	const { isInRange, pointOf } = pointsSql(range);
	const names = dimensions.filter((name) => name !== "exit_page" && isOfVisits(name));
	const values = names.map((dimension) => {
		const value = source.events.value({ dimension });
		return `${dimension === "page" ? `if(event = '${VIEW}', ${value}, NULL)` : value} AS of_${dimension}`;
	});
	const visitor = source.events.visitor();
	const visitorsBefore = (time: number): string =>
		`uniqExactIf(unit, visitor != 0 AND at < ${time})`;
	// A visitor of a day counts where they were first seen: before the end, less before the range.
	const visitors =
		unit === "people"
			? `uniqExactIf(unit, visitor != 0 AND ${isInRange("at")})`
			: `${visitorsBefore(range.to)} - ${visitorsBefore(range.from)}`;
	return rowsSql(["point", ...names], {
		from: `SELECT at, event, visitor, ${visitor} AS unit,
			${[...values, `${pointOf("at")} AS of_point`].join(", ")} FROM (${source.text(stretch)})`,
		views: `countIf(event = '${VIEW}' AND ${isInRange("at")})`,
		visitors: `if(dimension IN ('point', 'status'), 0, ${visitors})`,
	});
}

/** Sessions, by the point where they began, by the pages that they entered and left on, and by traits. */
function sessionsSql(asked: Stats, { range, stretch, dimensions }: Part): string {
	const { isInRange, pointOf } = pointsSql(range);
	const names = dimensions.filter((name) => name !== "status" && isOfVisits(name));
	const passing = sourceOf(asked);
	const whole = new EventSource({ ...asked, filters: NO_FILTERS });
	for (const name of ["event", "session", "started", "uuid"] as const) whole.column(name);
	const values = names.map((name) => {
		if (name === "exit_page") {
			return `argMaxIf(page, (at, toUInt128(uuid)),
				event = '${VIEW}' AND page IS NOT NULL) AS of_exit_page`;
		}
		return `any(${whole.value({ dimension: name === "page" ? "entry_page" : name })}) AS of_${name}`;
	});
	whole.column("page");
	const isWhole = "dimension != 'exit_page'";
	return `${rowsSql(["point", ...names], {
		from: `SELECT *, ${isInRange("began")} AS is_begun, ${pointOf("began")} AS of_point FROM (
			SELECT ${["any(started) AS began", "max(at) - began AS length_ms", ...values].join(", ")},
				countIf(event = '${VIEW}') <= 1 AS is_bounce
			FROM (${whole.text(stretch)})
			WHERE visitor != 0
				AND session GLOBAL IN (SELECT session FROM (${passing.text(stretch)}) WHERE visitor != 0)
			GROUP BY day, session
		)`,
		sessions: "countIf(is_begun)",
		bounces: `if(${isWhole}, countIf(is_begun AND is_bounce), 0)`,
		duration: `if(${isWhole}, sumIf(length_ms, is_begun), 0)`,
	})} SETTINGS optimize_aggregation_in_order = 0`;
}

/** The events that pass the filters; columns are asked for before `text()`. */
function sourceOf({ question: { filters }, ...asked }: Stats) {
	const events = new EventSource({ ...asked, filters });
	events.column("event");
	events.column("session");
	const passes = [events.selects(filteredSelector(filters)), events.passes()].join(" AND ");
	return {
		events,
		text: (stretch: TimeRange) => `SELECT * FROM (${events.text(stretch)}) WHERE ${passes}`,
	};
}

const NO_FILTERS = { match: "all", conditions: [] } as const;

/** Events and bots have rows in totals alone. */
function isOfVisits(
	name: Dimension,
): name is "page" | "exit_page" | "status" | (typeof VISIT_TRAITS)[number] {
	return name !== "all" && name !== "event" && name !== "bot";
}

type Figures = Partial<Record<"views" | "visitors" | "sessions" | "bounces" | "duration", string>>;

/**
 * SQL that groups rows by each of several columns in one go, named `of_…`: a row of the answer is of
 * one of them, its dimension, and has a value and five figures.
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
