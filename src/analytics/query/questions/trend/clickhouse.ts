import { type BreakdownBy, isAboutBots, type Measure } from "../../../wire/dashboard/question.ts";
import type { LocalRange } from "../../figures/local-range.ts";
import { EventSource } from "../clickhouse/event-source.ts";
import { pointsSql } from "../clickhouse/points-sql.ts";
import type { ClickHouseQuestion } from "../engine-question.ts";
import {
	lineOf,
	lineOfTotals,
	renderTrend,
	type TrendFigures,
	type TrendLine,
	type TrendRow,
} from "./render-trend.ts";
import { selectorOf } from "./sqlite.ts";

type Trend = ClickHouseQuestion<"trend">;

interface Row {
	readonly values?: readonly (string | null)[];
	readonly total: number | null;
	readonly points: readonly { readonly point: number; readonly figure: number | null }[];
}

/** A measure over time, compared and broken down. */
export async function answerTrend(asked: Trend): Promise<TrendFigures> {
	const { range, before, totals } = asked;
	const { breakdowns } = asked.question;
	const [all, earlier, rows] = await Promise.all([
		(breakdowns.length === 0 ? lineOfTotals(asked, totals.range) : undefined) ??
			readLine(asked, range),
		before && (lineOfTotals(asked, totals.before) ?? readLine(asked, before)),
		breakdowns.length === 0 ? [] : readRows(asked, breakdowns),
	]);
	return renderTrend(asked, { all, earlier, rows, isPartial: false });
}

export async function readLine(asked: Trend, range: LocalRange): Promise<TrendLine> {
	const [row] = await asked.rows<Row>(trendSql(asked, range, []));
	return row === undefined ? lineOf(range.starts.map(() => 0)) : renderLine(asked, range, row);
}

async function readRows(
	asked: Trend,
	breakdowns: readonly BreakdownBy[],
): Promise<readonly TrendRow[]> {
	const rows = await asked.rows<Row>(trendSql(asked, asked.range, breakdowns));
	return rows.map((row) => ({ values: row.values ?? [], ...renderLine(asked, asked.range, row) }));
}

function renderLine({ question }: Trend, range: LocalRange, { total, points }: Row): TrendLine {
	const figures = new Map(points.map(({ point, figure }) => [point, figure]));
	const { of } = question.measure;
	const none = of === "average" || of === "percentile" ? null : 0;
	return { total: total ?? none, counts: range.starts.map((start) => figures.get(start) ?? none) };
}

function trendSql(asked: Trend, range: LocalRange, breakdowns: readonly BreakdownBy[]): string {
	const { question, goals, database, unit } = asked;
	const { measure, events, filters, limit } = question;
	const isOfBots = isAboutBots(question);
	const source = new EventSource({ database, filters, goals, unit, isOfBots });
	const values = breakdowns.map((by, index) => `${source.value(by)} AS value_${index}`);
	const keys = breakdowns.map((_, index) => `value_${index}`);
	const conditions = [source.selects(selectorOf(asked)), source.passes()];
	// People known only from servers are not visitors.
	if (measure.of === "visitors" && events === undefined) conditions.push("visitor != 0");
	// An event without the number is in no row.
	if ("property" in measure) conditions.push(`${source.number(measure.property)} IS NOT NULL`);
	const { state, total, figure, rows } = countedRows({ source, measure, unit, keys, range });
	const { isInRange, pointOf } = pointsSql(range);
	const list = (...parts: readonly (readonly string[])[]): string => parts.flat().join(", ");
	const of = rows(values, conditions);
	const outer = [
		...(keys.length === 0 ? [] : [`[${keys.join(", ")}] AS values`]),
		`${total} AS total`,
		`groupArray(tuple(point, ${figure} AS figure)) AS points`,
	];
	return `SELECT ${outer.join(", ")} FROM (
			SELECT ${list(keys, [`${pointOf("at")} AS point`, `${state} AS state`])}
			FROM (${of(source.text(range))}) WHERE ${isInRange("at")}
			GROUP BY ${list(keys, ["point"])}
		)
		${keys.length === 0 ? "" : `GROUP BY ${keys.join(", ")} HAVING ifNull(total, 1) != 0`}
		${keys.length === 0 ? "" : `ORDER BY total DESC NULLS LAST, toJSONString(values) LIMIT ${limit + 1}`}`;
}

type MeasureOfNumbers = Extract<Measure, { readonly of: "sum" | "average" | "percentile" }>;

interface CountedRows {
	/** Of a point, so that the figure of all points can be made of it. */
	readonly state: string;
	readonly total: string;
	readonly figure: string;
	/** @returns What makes rows with a time of events; each counts once, unless it says how often. */
	readonly rows: (
		values: readonly string[],
		conditions: readonly string[],
	) => (events: string) => string;
}

function countedRows({
	source,
	measure,
	unit,
	keys,
	range,
}: {
	readonly source: EventSource;
	readonly measure: Measure;
	readonly unit: Trend["unit"];
	readonly keys: readonly string[];
	readonly range: LocalRange;
}): CountedRows {
	const { isInRange, pointOf } = pointsSql(range);
	const count = { state: "count()", total: "sum(state)", figure: "state" };
	const select =
		(columns: readonly string[], grouped: readonly string[] = []): CountedRows["rows"] =>
		(values, conditions) =>
		(events) =>
			`SELECT ${[...values, ...columns].join(", ")} FROM (${events}) AS event WHERE ${conditions.join(" AND ")}
			${grouped.length === 0 ? "" : `GROUP BY ${[...grouped, ...keys].join(", ")}`}`;
	if (measure.of === "events" || measure.of === "views") return { ...count, rows: select(["at"]) };
	if (measure.of === "sessions") {
		const [session, started] = [source.column("session"), source.column("started")];
		// A row has the day on which its session began: counting day by day keeps the sets small.
		const columns = [`uniqExact(${session}) AS sessions`, `${pointOf(started)} AS at`];
		return {
			...count,
			state: "sum(sessions)",
			rows: ofVisits(select(columns, ["day", "at"]), [isInRange(started)]),
		};
	}
	if (measure.of === "visitors" && unit === "visitor-days") {
		// Each counts where it was first seen, also if that lies outside of the range.
		const columns = ["day", "visitor", "min(event.at) AS at"];
		return { ...count, rows: ofVisits(select(columns, ["day", "visitor"])) };
	}
	if (measure.of === "visitors") {
		const unitOf = source.visitor();
		return {
			state: "uniqExactState(unit)",
			total: "uniqExactMerge(state)",
			figure: "finalizeAggregation(state)",
			rows: select([`${unitOf} AS unit`, "at"]),
		};
	}
	if (!("property" in measure)) throw new RangeError(`There is no measure of ${measure.of}`);
	return {
		...numberStates(measure),
		rows: select([`${source.number(measure.property)} AS number_of`, "at"]),
	};
}

function ofVisits(rows: CountedRows["rows"], further: readonly string[] = []): CountedRows["rows"] {
	return (values, conditions) => rows(values, [...conditions, "visitor != 0", ...further]);
}

function numberStates(measure: MeasureOfNumbers): Omit<CountedRows, "rows"> {
	if (measure.of === "sum") {
		return { state: "sum(ifNull(number_of, 0))", total: "sum(state)", figure: "state" };
	}
	if (measure.of === "average") {
		return {
			state: "avgState(number_of)",
			total: "avgMerge(state)",
			figure: "finalizeAggregation(state)",
		};
	}
	const percentile = measure.of === "percentile" ? measure.percentile : 50;
	const rank = (numbers: string): string => nearestRank(numbers, percentile);
	return {
		state: "groupArrayState(number_of)",
		total: rank("groupArrayMerge(state)"),
		figure: rank("finalizeAggregation(state)"),
	};
}

/** SQL of the smallest number that so many percent of all do not exceed; `NULL` when empty. */
function nearestRank(numbers: string, percentile: number): string {
	const place = `toUInt64(greatest(1, ceil(${percentile / 100} * length(${numbers}))))`;
	return `if(empty(${numbers}), NULL, arraySort(${numbers})[${place}])`;
}
