import { VISIT_TRAITS } from "../../protocol/visit-traits.ts";
import {
	addTotals,
	DAY_MS,
	type NamedTotal,
	newSum,
	OTHER_VALUES,
	QUARTER_MS,
	type Sum,
	sumOf,
	type Totals,
} from "../totals/roll-up.ts";
import { type Codes, type DayColumns, newCodes } from "./day-columns.ts";
import {
	addByValue,
	addSessions,
	figuresOfSessions,
	type Mask,
	type ValueSums,
	valuesOfEvents,
	viewMask,
} from "./day-sums.ts";
import { PairSet } from "./pair-set.ts";

/** More than anyone reads. Without a limit, a client with invented paths would fill the disk. */
const MAX_VALUES_PER_DAY = 10_000;

export interface CountedColumns {
	/** Events of a day without those of bots. */
	readonly columns: DayColumns;
	/** Events of bots on the same day. */
	readonly bots: DayColumns;
	/** Distinct id → person, as numbers. */
	readonly persons: Uint32Array;
}

/** Counts all totals of a day. Views and visitors count on the day of the event, a session where it begins. */
export function countDay({ columns, bots, persons }: CountedColumns): readonly NamedTotal[] {
	const { times, sessions, sessionTable, day } = columns;
	const start = day * DAY_MS;
	const { startedAt, size } = sessionTable;
	const visits = new Uint8Array(sessions.length);
	for (let index = 0; index < visits.length; index += 1) visits[index] = sessions[index] ? 1 : 0;
	const views = viewMask(columns, visits);
	const isBegun = (session: number): boolean => (startedAt[session] as number) >= start;
	const ofSessions = figuresOfSessions(columns, views, isBegun);
	const sightings = createSightings(dailyVisitors(columns, persons));
	const counted: [NamedTotal["dimension"], ValueSums][] = [];
	const newDimension = (dimension: NamedTotal["dimension"]): ValueSums => {
		const values: ValueSums = new Map();
		counted.push([dimension, values]);
		return values;
	};

	for (const [dimension, { text }] of [
		["event", columns],
		["bot", bots],
	] as const) {
		const column = text(dimension);
		addByValue(
			newDimension(dimension),
			column,
			"views",
			new Uint8Array(column.codes.length).fill(1),
		);
	}
	const quarters = newDimension("quarter");
	const texts = [undefined, ...quartersOf(start)];
	const ofEvents = { texts, codes: newCodes(times.length, texts.length) };
	for (let index = 0; index < times.length; index += 1) {
		ofEvents.codes[index] = 1 + Math.floor((times[index] as number) / QUARTER_MS);
	}
	const starts = { texts, codes: newCodes(size, texts.length) };
	for (let session = 1; session < size; session += 1) {
		const at = (startedAt[session] as number) - start;
		starts.codes[session] = isBegun(session) ? 1 + Math.floor(at / QUARTER_MS) : 0;
	}
	addByValue(quarters, ofEvents, "views", views);
	addByValue(quarters, ofEvents, "visitors", sightings(visits, visits));
	addSessions(quarters, starts, ofSessions);
	const all = sumOf(quarters.values());

	const pages = newDimension("page");
	addByValue(pages, columns.viewPages(), "views", views);
	addByValue(pages, columns.viewPages(), "visitors", sightings(views, columns.viewPages().codes));
	addSessions(pages, sessionTable.text("entry_page"), ofSessions);
	const exits = newDimension("exit_page");
	addByValue(exits, sessionTable.text("exit_page"), "sessions", ofSessions.sessions);
	addByValue(newDimension("status"), columns.text("status"), "views", views);
	// A session has one value of a trait: further events of its visitors change nothing.
	const firsts = sightings(visits, sessions);
	for (const trait of VISIT_TRAITS) {
		const values = newDimension(trait);
		const ofTrait = sessionTable.text(trait);
		const column = valuesOfEvents(columns, ofTrait);
		addByValue(values, ofTrait, "views", ofSessions.views);
		addByValue(values, column, "visitors", sightings(firsts, column.codes));
		addSessions(values, ofTrait, ofSessions);
	}
	return [
		{ dimension: "all" as const, value: "", ...all },
		...counted.flatMap(([dimension, values]) =>
			limitValues(values).map(([value, sum]) => ({ dimension, value, ...sum })),
		),
	].filter(hasFigures);
}

function quartersOf(start: number): readonly string[] {
	return Array.from({ length: DAY_MS / QUARTER_MS }, (_, quarter) =>
		new Date(start + quarter * QUARTER_MS).toISOString(),
	);
}

function hasFigures({ views, visitors, sessions, bounces, durationMs }: Totals): boolean {
	return views + visitors + sessions + bounces + durationMs > 0;
}

interface DailyVisitors {
	/** @returns Number of the event's visitor on that day, from 1; 0: outside of visits. */
	readonly of: (index: number) => number;
	/** Highest number plus 1. */
	readonly count: number;
}

/** A visitor with a number counts by it, others by the person of the event. */
export function dailyVisitors(
	{ sessions, ids, sessionTable }: DayColumns,
	persons: Uint32Array,
): DailyVisitors {
	const { visitors, visitorCount } = sessionTable;
	const numberOf = (index: number): number => visitors[sessions[index] as number] as number;
	// Most stores have one kind of visitors.
	if (visitors.indexOf(0, 1) < 0) return { of: numberOf, count: visitorCount };
	return {
		of: (index) => {
			if (sessions[index] === 0) return 0;
			return numberOf(index) || visitorCount + (persons[ids[index] as number] as number);
		},
		count: visitorCount + persons.length,
	};
}

/** @returns A function that marks the first selected event of each visitor with each code but 0. */
function createSightings({ of: visitorOf, count }: DailyVisitors) {
	const seen = new PairSet();
	return (mask: Mask, codes: Codes): Mask => {
		const firsts = new Uint8Array(mask.length);
		seen.clear(count);
		for (let index = 0; index < mask.length; index += 1) {
			const code = codes[index] as number;
			if (mask[index] === 0 || code === 0) continue;
			const visitor = visitorOf(index);
			if (visitor !== 0 && seen.add(code, visitor)) firsts[index] = 1;
		}
		return firsts;
	};
}

/** Adds up the smallest values above the limit of a day. */
function limitValues(values: ValueSums): readonly (readonly [string, Sum])[] {
	if (values.size <= MAX_VALUES_PER_DAY) return [...values];
	const sorted = [...values].toSorted(
		([text, one], [other, two]) =>
			two.views - one.views ||
			two.sessions - one.sessions ||
			two.visitors - one.visitors ||
			(text < other ? -1 : 1),
	);
	const others = newSum();
	for (const [, sum] of sorted.slice(MAX_VALUES_PER_DAY)) addTotals(others, sum);
	return [...sorted.slice(0, MAX_VALUES_PER_DAY), [OTHER_VALUES, others]];
}
