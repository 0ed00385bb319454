import type { DatabaseSync } from "node:sqlite";
import type { Strings } from "../../../store/texts/strings.ts";
import { DAY_MS, DIMENSIONS, type Dimension, type Sum } from "../../../store/totals/roll-up.ts";
import type { BreakdownRow, RowOrder } from "../../../store/totals/roll-up-reader.ts";
import type { Breakdown } from "../../../wire/dashboard/dimensions.ts";
import { addTo, emptyTally, tallyOf } from "../../figures/tally.ts";
import type { Reader } from "../../threads/reader.ts";
import { BREAKDOWN_SOURCES } from "./breakdowns.ts";
import { type CountedVisits, countVisits } from "./count-visits.ts";
import { type NumberedFilters, numberFilters } from "./numbered-filters.ts";

export type RowsReader = Pick<Reader, "database" | "rollUps" | "strings" | "checkAsked">;

export interface RowsQuestion {
	/** Milliseconds since the Unix epoch. */
	readonly from: number;
	/** Not included. */
	readonly to: number;
	readonly breakdowns: readonly Breakdown[];
	readonly limit: number;
	/** What rows are ordered by; absent: each breakdown by what it is mostly looked at for. */
	readonly sort?: RowOrder | undefined;
}

type Rows = ReadonlyMap<Breakdown, readonly BreakdownRow[]>;

/** Dimension → value → figures. */
export type FiguresByValue = ReadonlyMap<Dimension, ReadonlyMap<string, Sum>>;

/** @returns Rows out of figures that were counted with filters. */
export function rowsOfFiltered(
	figures: FiguresByValue,
	{ breakdowns, limit, sort }: Pick<RowsQuestion, "breakdowns" | "limit" | "sort">,
): Rows {
	return new Map(
		breakdowns.map((breakdown) => {
			const rows = figures.get(BREAKDOWN_SOURCES[breakdown].dimension) ?? new Map();
			return [breakdown, largest(rows, breakdown, { limit, sort })];
		}),
	);
}

/** @returns Rows out of figures that were counted with filters, whose values are numbers of texts. */
export function rowsOfVisits(
	figures: CountedVisits,
	question: RowsQuestion,
	strings: Strings,
): Rows {
	const byText = question.breakdowns.map((breakdown) => {
		const rows = new Map<string, Sum>();
		addVisits(rows, figures, breakdown, strings);
		return [BREAKDOWN_SOURCES[breakdown].dimension, rows] as const;
	});
	return rowsOfFiltered(new Map(byText), question);
}

/** Dimensions that a count of visits needs for breakdowns. */
export function dimensionsOf(breakdowns: readonly Breakdown[]): ReadonlySet<number> {
	return new Set(breakdowns.map((breakdown) => DIMENSIONS[BREAKDOWN_SOURCES[breakdown].dimension]));
}

/**
 * Rows without filters: whole days (UTC) from totals, and the hours that a time zone's days
 * have before and after them from single views and sessions.
 */
export function readRows(reader: RowsReader, question: RowsQuestion): Rows {
	const { rollUps, strings } = reader;
	const { from, to, breakdowns, limit, sort } = question;
	const days = { from: Math.ceil(from / DAY_MS), to: Math.floor(to / DAY_MS) };
	const hasDays = days.from < days.to;
	const edges = hasDays
		? [
				{ from, to: days.from * DAY_MS },
				{ from: days.to * DAY_MS, to },
			].filter((edge) => edge.from < edge.to)
		: [{ from, to }];
	const counted = edges.map((edge) => countEdge(reader, edge, breakdowns));
	return new Map(
		breakdowns.map((breakdown) => {
			const source = BREAKDOWN_SOURCES[breakdown];
			const { dimension } = source;
			// A value that is small in the days can be large together with the edges.
			const isCut = edges.length === 0 && source.keeps === undefined;
			const most = isCut ? limit : Number.MAX_SAFE_INTEGER;
			const whole = hasDays
				? rollUps.breakdown({ ...source, range: days, limit: most, by: sort ?? source.by })
				: [];
			if (isCut) return [breakdown, whole];
			const rows = new Map(
				whole.map(({ value, ...totals }) => [value, addTo(emptyTally(), totals)]),
			);
			for (const { figures, events } of counted) {
				addVisits(rows, figures, breakdown, strings);
				for (const [text, count] of events.get(dimension) ?? []) {
					tallyOf(rows, text).views += count;
				}
			}
			return [breakdown, largest(rows, breakdown, { limit, sort })];
		}),
	);
}

interface Edge {
	readonly from: number;
	readonly to: number;
}

function countEdge(reader: RowsReader, edge: Edge, breakdowns: readonly Breakdown[]) {
	const { database, strings } = reader;
	const question = {
		...edge,
		starts: [edge.from],
		filters: NO_FILTERS,
		dimensions: dimensionsOf(breakdowns),
	};
	const wantsEvents = breakdowns.some((name) => ["event", "bot", "ai_agent"].includes(name));
	return {
		figures: countVisits(reader, question),
		events: wantsEvents ? countEvents(database, strings, edge) : new Map(),
	};
}

const NO_FILTERS: NumberedFilters = numberFilters([], () => undefined);

type EventCounts = ReadonlyMap<string, readonly (readonly [text: string, count: number])[]>;

/** Events by name, and those of bots by the bot's. */
function countEvents(database: DatabaseSync, strings: Strings, { from, to }: Edge): EventCounts {
	const rows = database
		.prepare(
			"SELECT name, bot, count(*) AS count FROM events WHERE timestamp >= ? AND timestamp < ? GROUP BY name, bot",
		)
		.all(from, to);
	const counts = (isBot: boolean) =>
		rows
			.filter(({ bot }) => (bot !== null) === isBot)
			.map(({ name, bot, count }) => {
				return [strings.textOf(Number(isBot ? bot : name)), Number(count)] as const;
			});
	return new Map([
		["event", counts(false)],
		["bot", counts(true)],
	]);
}

function addVisits(
	rows: Map<string, Sum>,
	figures: CountedVisits,
	breakdown: Breakdown,
	strings: Strings,
): void {
	const { dimension } = BREAKDOWN_SOURCES[breakdown];
	for (const [value, tally] of figures.rows.get(DIMENSIONS[dimension]) ?? []) {
		addTo(tallyOf(rows, strings.textOf(value)), tally);
	}
}

function largest(
	rows: ReadonlyMap<string, Sum>,
	breakdown: Breakdown,
	{ limit, sort }: Pick<RowsQuestion, "limit" | "sort">,
): readonly BreakdownRow[] {
	const { by, hasSessions = false, keeps = () => true } = BREAKDOWN_SOURCES[breakdown];
	const order = sort ?? by;
	return [...rows]
		.filter(([value]) => keeps(value))
		.map(([value, tally]) => ({ value, ...tally }))
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
