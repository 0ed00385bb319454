import { type BreakdownBy, isAboutBots } from "../../../api-types/question.ts";
import type { LocalRange } from "../../figures/local-range.ts";
import { EventSource, pointsSql } from "../clickhouse/event-source.ts";
import type { ClickHouseQuestion } from "../engine-question.ts";
import {
	lineOf,
	lineOfTotals,
	renderTrend,
	type TrendFigures,
	type TrendLine,
} from "./render-trend.ts";
import { selectorOf } from "./sqlite.ts";

type Trend = ClickHouseQuestion<"trend">;

interface Row {
	readonly values?: readonly (string | null)[];
	readonly total: number | null;
	readonly points: readonly { readonly point: number; readonly figure: number | null }[];
}

/** Answers a trend: a measure over time, with comparison and breakdowns. */
export async function answerTrend(asked: Trend): Promise<TrendFigures> {
	const { range, before, totals } = asked;
	const { breakdowns } = asked.question;
	const isWhole = breakdowns.length === 0;
	const [all, earlier, rows] = await Promise.all([
		(isWhole ? lineOfTotals(asked, totals.range) : undefined) ?? readLine(asked, range),
		before && (lineOfTotals(asked, totals.before) ?? readLine(asked, before)),
		isWhole ? [] : asked.rows<Row>(trendSql(asked, range, breakdowns)),
	]);
	const rendered = rows.map((row) => ({
		values: row.values ?? [],
		...renderLine(asked, range, row),
	}));
	return renderTrend(asked, { all, earlier, rows: rendered });
}

export async function readLine(asked: Trend, range: LocalRange): Promise<TrendLine> {
	const [row] = await asked.rows<Row>(trendSql(asked, range, []));
	return row === undefined ? lineOf(range.starts.map(() => 0)) : renderLine(asked, range, row);
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
	const { isInRange, pointOf } = pointsSql(range);
	const values = breakdowns.map((by, index) => `${source.value(by)} AS value_${index}`);
	const keys = breakdowns.map((_, index) => `value_${index}`);
	const conditions = [source.selects(selectorOf(asked)), source.passes()];
	// People known only from server events are not visitors.
	if (measure.of === "visitors" && events === undefined) conditions.push("is_visit");
	// An event without a number counts in no row.
	if ("property" in measure) conditions.push(`${source.number(measure.property)} IS NOT NULL`);
	const { columns, grouped, further = [], ...figures } = countedRows(asked, source, range);
	const list = (...parts: readonly (readonly string[])[]): string => parts.flat().join(", ");
	const outer = [
		...(keys.length === 0 ? [] : [`[${keys.join(", ")}] AS values`]),
		`${figures.total} AS total`,
		`groupArray(tuple(point, ${figures.figure} AS figure)) AS points`,
	];
	return `SELECT ${outer.join(", ")} FROM (
			SELECT ${list(keys, [`${pointOf("at")} AS point`, `${figures.state} AS state`])}
			FROM (
				SELECT ${list(values, columns)} FROM (${source.text(range, measure.of === "sessions")}) AS event
				WHERE ${[...conditions, ...further].join(" AND ")}
				${grouped === undefined ? "" : `GROUP BY ${list(grouped, keys)}`}
			) WHERE ${isInRange("at")}
			GROUP BY ${list(keys, ["point"])}
		)
		${keys.length === 0 ? "" : `GROUP BY ${keys.join(", ")} HAVING ifNull(total, 1) != 0`}
		${keys.length === 0 ? "" : `ORDER BY total DESC NULLS LAST, toJSONString(values) LIMIT ${limit + 1}`}`;
}

interface CountedRows {
	/** Columns of a counted row, one of them a time: an event, or a group of events. */
	readonly columns: readonly string[];
	readonly grouped?: readonly string[];
	/** Further conditions on the events. */
	readonly further?: readonly string[];
	/** Aggregate of a point, from which `total` merges the figure of all points. */
	readonly state: string;
	readonly total: string;
	readonly figure: string;
}

function countedRows(
	{ question: { measure }, unit }: Trend,
	source: EventSource,
	range: LocalRange,
): CountedRows {
	const { isInRange, pointOf } = pointsSql(range);
	const sum = { total: "sum(state)", figure: "state" };
	const count = { state: "count()", ...sum };
	const figure = "finalizeAggregation(state)";
	const numbers = (property: string) => [`${source.number(property)} AS number_of`, "at"];
	switch (measure.of) {
		case "events":
		case "views":
			return { ...count, columns: ["at"] };
		case "sessions": {
			const [session, started] = [source.column("session"), source.column("started")];
			return {
				...sum,
				state: "sum(sessions)",
				// No session begins in two points: counting point by point keeps the sets small.
				columns: [`uniqExact(${session}) AS sessions`, `${pointOf(started)} AS at`],
				grouped: ["at"],
				further: ["is_visit", isInRange(started)],
			};
		}
		case "visitors":
			if (unit === "visitor-days") {
				// A daily visitor counts at the first sighting, even outside of the range.
				const columns = ["day", `${source.visitor()} AS unit`, "min(event.at) AS at"];
				return { ...count, columns, grouped: ["day", "unit"], further: ["is_visit"] };
			}
			return {
				columns: [`${source.visitor()} AS unit`, "at"],
				...{ state: "uniqExactState(unit)", total: "uniqExactMerge(state)", figure },
			};
		case "sum":
			return { ...sum, state: "sum(ifNull(number_of, 0))", columns: numbers(measure.property) };
		case "average":
			return {
				columns: numbers(measure.property),
				...{ state: "avgState(number_of)", total: "avgMerge(state)", figure },
			};
		case "percentile":
			return {
				columns: numbers(measure.property),
				state: "groupArrayState(number_of)",
				total: nearestRank("groupArrayMerge(state)", measure.percentile),
				figure: nearestRank(figure, measure.percentile),
			};
	}
}

/** SQL of the percentile, as `nearestRank()` in `measures.ts` defines it; `NULL` when empty. */
function nearestRank(numbers: string, percentile: number): string {
	const place = `toUInt64(greatest(1, ceil(${percentile / 100} * length(${numbers}))))`;
	return `if(empty(${numbers}), NULL, arraySort(${numbers})[${place}])`;
}
