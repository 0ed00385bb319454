import { propertiesColumn, unpackProperties } from "../../store/events/property-column.ts";
import { readStoredId } from "../../store/events/stored-id.ts";
import type { EventSeriesAnswer, EventSeriesRow } from "../../wire/dashboard/events.ts";
import { isRefused, type Refused } from "../api/refused.ts";
import type { LocalRange, RangeQuestion } from "../figures/local-range.ts";
import { readRange } from "../figures/read-range.ts";
import type { Reader } from "../threads/reader.ts";
import { meetsConditions, type PropertyConditions, propertyText } from "./property-conditions.ts";

export interface EventSeriesQuestion extends RangeQuestion {
	readonly event: string;
	/** Name of the property to break down by. */
	readonly breakdown: string | undefined;
	readonly conditions: PropertyConditions;
	readonly limit: number;
	/** Milliseconds since the Unix epoch. */
	readonly now: number;
}

/** Some seconds of reading. Properties have no index. */
export const MAX_READ_EVENTS = 300_000;
/** Values that are told apart while counting; whatever comes later is counted together. */
const MAX_VALUES = 10_000;
const MAX_VALUE_LENGTH = 500;

/** How often an event happened, point by point; those of bots are not among them. */
export function readEventSeries(
	reader: Reader,
	question: EventSeriesQuestion,
): EventSeriesAnswer | Refused {
	const asked = readRange(reader.database, question);
	if (isRefused(asked)) return asked;
	const { range } = asked;
	const { conditions, breakdown, event } = question;
	const readsProperties =
		breakdown !== undefined ||
		Object.keys({ ...conditions.property, ...conditions.property_not }).length > 0;
	const counted = readsProperties
		? countByProperty(reader, range, question)
		: { counts: countByIndex(reader, range, event), breakdown: null, is_partial: false };
	const { from, to, starts, interval, timezone } = range;
	return {
		event,
		from: isoTime(from),
		to: isoTime(to),
		interval,
		timezone,
		total: sum(counted.counts),
		starts: starts.map(isoTime),
		...counted,
	};
}

/** Without properties two indexes have all that is asked for: one has every event, the other those of bots. */
function countByIndex(
	{ database, strings }: Reader,
	{ starts, to }: LocalRange,
	event: string,
): readonly number[] {
	const name = strings.find(event);
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

type Counted = Pick<EventSeriesAnswer, "counts" | "breakdown" | "is_partial">;

function countByProperty(
	reader: Reader,
	range: LocalRange,
	{ event, breakdown, conditions, limit }: EventSeriesQuestion,
): Counted {
	const counts = range.starts.map(() => 0);
	const values = new Map<string | null, number[]>();
	const rest = range.starts.map(() => 0);
	const pointOf = createPointFinder(range.starts);
	let read = 0;
	for (const { timestamp, properties } of newestEvents(reader, range, event)) {
		read += 1;
		if (!meetsConditions(properties, conditions)) continue;
		const point = pointOf(timestamp);
		increment(counts, point);
		if (breakdown === undefined) continue;
		const value = propertyText(properties[breakdown])?.slice(0, MAX_VALUE_LENGTH) ?? null;
		increment(countsOf(values, value, range.starts.length) ?? rest, point);
	}
	return {
		counts,
		breakdown:
			breakdown === undefined ? null : { property: breakdown, ...renderRows(values, rest, limit) },
		is_partial: read === MAX_READ_EVENTS,
	};
}

/** The newest first: what is left out of too long a range is its oldest part. */
function* newestEvents({ database, strings }: Reader, { from, to }: LocalRange, event: string) {
	const name = strings.find(event);
	if (name === undefined) return;
	const rows = database
		.prepare(`
			SELECT timestamp, uuid, distinct_id, properties FROM events
			WHERE timestamp >= ? AND timestamp < ? AND name = ? AND bot IS NULL
			ORDER BY timestamp DESC LIMIT ${MAX_READ_EVENTS}
		`)
		.iterate(from, to, name);
	for (const row of rows) {
		const identity = {
			uuid: readStoredId(row["uuid"]),
			distinctId: readStoredId(row["distinct_id"]),
		};
		yield {
			timestamp: Number(row["timestamp"]),
			properties: unpackProperties(propertiesColumn(row), identity),
		};
	}
}

/** Events come the newest first, so the point moves in one direction only. */
function createPointFinder(starts: readonly number[]): (time: number) => number {
	let index = starts.length - 1;
	return (time) => {
		while (index > 0 && (starts[index] ?? 0) > time) index -= 1;
		return index;
	};
}

function countsOf(
	values: Map<string | null, number[]>,
	value: string | null,
	points: number,
): number[] | undefined {
	const known = values.get(value);
	if (known !== undefined || values.size >= MAX_VALUES) return known;
	const counts = Array.from({ length: points }, () => 0);
	values.set(value, counts);
	return counts;
}

function renderRows(
	values: ReadonlyMap<string | null, readonly number[]>,
	rest: readonly number[],
	limit: number,
) {
	const rows: EventSeriesRow[] = [...values]
		.map(([value, counts]) => ({ value, total: sum(counts), counts }))
		.toSorted((a, b) => b.total - a.total || ((a.value ?? "") < (b.value ?? "") ? -1 : 1));
	const others = [...rows.slice(limit).map(({ counts }) => counts), rest];
	const counts = rest.map((_, point) => sum(others.map((other) => other[point] ?? 0)));
	const total = sum(counts);
	return { rows: rows.slice(0, limit), other: total === 0 ? null : { total, counts } };
}

function increment(counts: number[], index: number): void {
	counts[index] = (counts[index] ?? 0) + 1;
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, number) => total + number, 0);
}

function isoTime(time: number): string {
	return new Date(time).toISOString();
}
