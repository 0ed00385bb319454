import type { TimeRange } from "../../../api/time-range.ts";
import {
	addTotals,
	DAY_MS,
	type Dimension,
	newSum,
	QUARTER_MS,
	type Sum,
	sumOf,
	type Totals,
} from "../../../store/totals/roll-up.ts";
import type { BucketRange, RollUpReader } from "../../../store/totals/roll-up-reader.ts";
import type { LocalRange } from "../../figures/local-range.ts";
import type { Reader } from "../../threads/reader.ts";
import { type CountedFigures, dimensionsOf, type FiguresByValue } from "../counted-figures.ts";
import type { StatsQuestion } from "../engine-question.ts";
import { countFigures } from "./sqlite.ts";

type RowsQuestion = Pick<StatsQuestion, "breakdowns">;

/** @returns The figures of a range from totals, with the rows of each breakdown. */
export function readTotals(
	reader: Reader,
	range: LocalRange,
	question: RowsQuestion,
): CountedFigures {
	const points = readPoints(reader.rollUps, range);
	const { visitors } = sumOf(points);
	return { points, visitors, rows: readTotalRows(reader, range, question) };
}

/** @returns The totals of each point of the series. */
function readPoints(
	rollUps: RollUpReader,
	{ starts, to, interval, timezone }: LocalRange,
): readonly Totals[] {
	if (interval === "month") {
		return starts.map((from, index) => sumOfRange(rollUps, { from, to: starts[index + 1] ?? to }));
	}
	const [from = to] = starts;
	const isOfDays = interval !== "hour" && timezone === "UTC";
	const [period, lengthMs] = isOfDays
		? (["day", DAY_MS] as const)
		: (["quarter", QUARTER_MS] as const);
	const totals = starts.map(newSum);
	let index = 0;
	// A bucket belongs to the point in which it starts. Buckets and points are sorted by time.
	for (const point of rollUps.series(period, bucketsOf(lengthMs, { from, to }))) {
		while ((starts[index + 1] ?? Number.POSITIVE_INFINITY) <= point.bucket * lengthMs) index += 1;
		const total = totals[index];
		if (total !== undefined) addTotals(total, point);
	}
	return totals;
}

/** Reads whole days (UTC) from rows of days and months, and the rest from quarter hours. */
function sumOfRange(rollUps: RollUpReader, { from, to }: TimeRange): Totals {
	const days = { from: Math.ceil(from / DAY_MS), to: Math.floor(to / DAY_MS) };
	const quarters = (stretch: TimeRange): readonly Totals[] =>
		stretch.from < stretch.to ? rollUps.series("quarter", bucketsOf(QUARTER_MS, stretch)) : [];
	if (days.from >= days.to) return sumOf(quarters({ from, to }));
	return sumOf([
		...quarters({ from, to: days.from * DAY_MS }),
		rollUps.totals(days),
		...quarters({ from: days.to * DAY_MS, to }),
	]);
}

function bucketsOf(lengthMs: number, { from, to }: TimeRange): BucketRange {
	return { from: Math.floor(from / lengthMs), to: Math.floor(to / lengthMs) };
}

/**
 * Reads whole days (UTC) from totals. In other time zones, the range has hours before and after them,
 * which are counted from single events.
 */
export function readTotalRows(
	reader: Reader,
	{ from, to }: TimeRange,
	{ breakdowns }: RowsQuestion,
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
	for (const [dimension, sums] of hasDays ? rows : []) {
		// No breakdown has the dimension of everything.
		const values = reader.rollUps.breakdown(dimension as Exclude<Dimension, "all">, days);
		for (const [value, totals] of values) sums.set(value, { ...totals });
	}
	for (const edge of breakdowns.length === 0 ? [] : edges) {
		const counted = countEdge(reader, edge, breakdowns);
		for (const [dimension, values] of rows) {
			for (const [value, totals] of counted.get(dimension) ?? []) {
				addTotals(values.getOrInsertComputed(value, newSum), totals);
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
	const { rows } = reader.inSnapshot(() => countFigures(reader, asked, { range, breakdowns }));
	const wantsEvents = rows.has("event") || rows.has("bot");
	return wantsEvents ? new Map([...rows, ...countEvents(reader, edge)]) : rows;
}

const NO_FILTERS = { match: "all", conditions: [] } as const;

/** Counts events by name, and events of bots by the bot's name. */
function countEvents({ database, strings }: Reader, { from, to }: TimeRange): FiguresByValue {
	const rows = database
		.prepare(
			"SELECT name, bot, count(*) AS count FROM events WHERE timestamp >= ? AND timestamp < ? GROUP BY name, bot",
		)
		.all(from, to);
	const [events, bots] = [new Map<string, Sum>(), new Map<string, Sum>()];
	for (const { name, bot, count } of rows) {
		const values = bot === null ? events : bots;
		const text = strings.textOf(Number(bot ?? name));
		values.getOrInsertComputed(text, newSum).views += Number(count);
	}
	return new Map([
		["event", events],
		["bot", bots],
	]);
}
