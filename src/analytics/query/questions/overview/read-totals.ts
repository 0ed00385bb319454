import type { Strings } from "../../../store/texts/strings.ts";
import { DAY_MS, type Dimension, NO_TOTALS, type Sum } from "../../../store/totals/roll-up.ts";
import type { TimeRange } from "../../api/time-range.ts";
import type { LocalRange } from "../../figures/local-range.ts";
import { readPoints } from "../../figures/read-points.ts";
import { addTo, emptyTally, tallyOf } from "../../figures/tally.ts";
import type { Reader } from "../../threads/reader.ts";
import {
	BREAKDOWN_SOURCES,
	type CountedFigures,
	dimensionsOf,
	type FiguresByValue,
} from "../counted-figures.ts";
import type { StatsQuestion } from "../engine-question.ts";
import { countFigures } from "./sqlite.ts";

type RowsQuestion = Pick<StatsQuestion, "breakdowns" | "limit" | "sort">;

/** @returns The figures of a range out of totals, with the largest rows of each breakdown. */
export function readTotals(
	reader: Reader,
	range: LocalRange,
	question: RowsQuestion,
): CountedFigures {
	const points = readPoints(reader.rollUps, range);
	const { visitors } = points.reduce(addTo, emptyTally());
	return { points, visitors, rows: readTotalRows(reader, range, question), isPartial: false };
}

/**
 * Whole days (UTC) come from totals, and the hours that a time zone's days have before and after
 * them from single events.
 */
export function readTotalRows(
	reader: Reader,
	{ from, to }: TimeRange,
	{ breakdowns, limit, sort }: RowsQuestion,
): FiguresByValue {
	const days = { from: Math.ceil(from / DAY_MS), to: Math.floor(to / DAY_MS) };
	const hasDays = days.from < days.to;
	const edges = hasDays
		? [
				{ from, to: days.from * DAY_MS },
				{ from: days.to * DAY_MS, to },
			].filter((edge) => edge.from < edge.to)
		: [{ from, to }];
	const rows = new Map<Dimension, Map<string, Sum>>();
	for (const dimension of dimensionsOf(breakdowns)) rows.set(dimension, new Map());
	for (const breakdown of hasDays ? breakdowns : []) {
		const { keeps, hasSessions, ...source } = BREAKDOWN_SOURCES[breakdown];
		// A value that is small in the days can be large together with the edges.
		const isCut = edges.length === 0 && keeps === undefined;
		for (const { value, ...totals } of reader.rollUps.breakdown({
			...source,
			...(isCut && hasSessions === true ? { hasSessions } : {}),
			range: days,
			limit: isCut ? limit : Number.MAX_SAFE_INTEGER,
			by: sort ?? source.by,
		})) {
			rows.get(source.dimension)?.set(value, { ...totals });
		}
	}
	for (const edge of breakdowns.length === 0 ? [] : edges) {
		const counted = countEdge(reader, edge, breakdowns);
		for (const [dimension, values] of rows) {
			for (const [value, totals] of counted.get(dimension) ?? []) {
				addTo(tallyOf(values, value), totals);
			}
		}
	}
	return rows;
}

function countEdge(
	reader: Reader,
	edge: TimeRange,
	breakdowns: RowsQuestion["breakdowns"],
): FiguresByValue {
	const asked = { question: { filters: NO_FILTERS }, goals: {}, unit: "visitor-days" } as const;
	const range = { ...edge, starts: [edge.from] };
	const { rows } = countFigures(reader, asked, { range, breakdowns });
	const wantsEvents = rows.has("event") || rows.has("bot");
	return wantsEvents ? new Map([...rows, ...countEvents(reader, edge)]) : rows;
}

const NO_FILTERS = { match: "all", conditions: [] } as const;

/** Events by name, and those of bots by the bot's. */
function countEvents(
	{ database, strings }: Pick<Reader, "database"> & { readonly strings: Strings },
	{ from, to }: TimeRange,
): FiguresByValue {
	const rows = database
		.prepare(
			"SELECT name, bot, count(*) AS count FROM events WHERE timestamp >= ? AND timestamp < ? GROUP BY name, bot",
		)
		.all(from, to);
	const counts = new Map([
		["event", new Map<string, Sum>()],
		["bot", new Map<string, Sum>()],
	] as const);
	for (const { name, bot, count } of rows) {
		const values = counts.get(bot === null ? "event" : "bot") ?? new Map<string, Sum>();
		addTo(tallyOf(values, strings.textOf(Number(bot ?? name))), {
			...NO_TOTALS,
			views: Number(count),
		});
	}
	return counts;
}
