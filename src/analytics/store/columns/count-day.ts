import { isViewEvent } from "../../protocol/view-events.ts";
import { VISIT_TRAITS } from "../../protocol/visit-traits.ts";
import {
	addTotals,
	DAY_MS,
	type NamedTotal,
	NO_TOTALS,
	newSum,
	OTHER_VALUES,
	QUARTER_MS,
	type Sum,
	type Totals,
} from "../totals/roll-up.ts";
import type { Coded, DayColumns } from "./day-columns.ts";

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

type Values = Map<string, Sum>;

/** Counts all totals of a day. Views and visitors count on the day of the event, a session where it begins. */
export function countDay({ columns, bots, persons }: CountedColumns): readonly NamedTotal[] {
	const { count, times, sessions, day } = columns;
	const start = day * DAY_MS;
	const { codes: names, texts: nameTexts } = columns.text("event");
	const isViewName = nameTexts.map((text) => text !== undefined && isViewEvent(text));
	const isView = Uint8Array.from(names, (code, index) =>
		isViewName[code] && sessions[index] !== 0 ? 1 : 0,
	);
	const visitors = dailyVisitors(columns, persons);
	const all = newSum();
	const quarters = Array.from({ length: DAY_MS / QUARTER_MS }, newSum);
	const quarterOf = (time: number): Sum => quarters[Math.floor(time / QUARTER_MS)] as Sum;
	const begun = begunSessions(columns);
	const seen = new Uint8Array(visitors.count);
	for (let index = 0; index < count; index += 1) {
		const visitor = visitors.of(index);
		const isNew = visitor !== 0 && seen[visitor] === 0;
		if (isNew) seen[visitor] = 1;
		if (isView[index] === 0 && !isNew) continue;
		for (const sum of [all, quarterOf(times[index] as number)]) {
			sum.views += isView[index] as number;
			if (isNew) sum.visitors += 1;
		}
	}
	for (const { at, figures } of begun) {
		for (const sum of [all, quarterOf(at - start)]) addTotals(sum, figures);
	}
	const ofSessions = (name: string) => columns.sessionTable.text(name);
	const pages = countValues({ column: columns.viewPages(), isView, visitors, columns });
	addSessions(pages, ofSessions("entry_page"), begun);
	const exits: Values = new Map();
	const onlySessions = begun.map(({ session, at }) => ({
		session,
		at,
		figures: { ...NO_TOTALS, sessions: 1 },
	}));
	addSessions(exits, ofSessions("exit_page"), onlySessions);
	const dimensions: [NamedTotal["dimension"], Values][] = [
		["event", countTexts(columns.text("event"))],
		["bot", countTexts(bots.text("bot"))],
		["page", pages],
		["exit_page", exits],
		["status", countTexts(columns.text("status"), isView)],
	];
	for (const trait of VISIT_TRAITS) {
		const ofSession = ofSessions(trait);
		const column = {
			texts: ofSession.texts,
			codes: Uint32Array.from(sessions, (session) => ofSession.codes[session] as number),
		};
		const values = countValues({ column, isView, visitors, columns, isOfVisits: true });
		addSessions(values, ofSession, begun);
		dimensions.push([trait, values]);
	}
	return [
		{ dimension: "all" as const, value: "", ...all },
		...quarters.map((sum, quarter) => ({
			dimension: "quarter" as const,
			...sum,
			value: new Date(start + quarter * QUARTER_MS).toISOString(),
		})),
		...dimensions.flatMap(([dimension, values]) =>
			limitValues(values).map(([value, sum]) => ({ dimension, value, ...sum })),
		),
	].filter(hasFigures);
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

interface BegunSession {
	/** Index in the day. */
	readonly session: number;
	/** Milliseconds since the Unix epoch. */
	readonly at: number;
	readonly figures: Totals;
}

function begunSessions({ day, sessionTable }: DayColumns): readonly BegunSession[] {
	const { size, startedAt, durations, views } = sessionTable;
	const begun: BegunSession[] = [];
	for (let session = 1; session < size; session += 1) {
		const at = startedAt[session] as number;
		if (at < day * DAY_MS) continue;
		const bounces = (views[session] as number) <= 1 ? 1 : 0;
		const durationMs = durations[session] as number;
		begun.push({ session, at, figures: { ...NO_TOTALS, sessions: 1, bounces, durationMs } });
	}
	return begun;
}

interface CountedValues {
	readonly column: Coded;
	readonly isView: Uint8Array;
	readonly visitors: DailyVisitors;
	readonly columns: DayColumns;
	/** Whether any event of a visit makes its visitor one of the value; otherwise only views do. */
	readonly isOfVisits?: boolean;
}

/** Counts views, and each visitor once for each value. */
function countValues({
	column: { codes, texts },
	isView,
	visitors,
	columns: { count },
	isOfVisits = false,
}: CountedValues): Values {
	const views = new Uint32Array(texts.length);
	const seen = new Uint32Array(texts.length);
	/** By visitor, their first value. Few have another. */
	const first = new Uint32Array(visitors.count);
	const others = new Set<number>();
	const isNewValue = (visitor: number, code: number): boolean => {
		if (first[visitor] === 0) {
			first[visitor] = code;
			return true;
		}
		const pair = visitor * texts.length + code;
		if (first[visitor] === code || others.has(pair)) return false;
		others.add(pair);
		return true;
	};
	for (let index = 0; index < count; index += 1) {
		const code = codes[index] as number;
		if (code === 0 || (isView[index] === 0 && !isOfVisits)) continue;
		views[code] = (views[code] as number) + (isView[index] as number);
		const visitor = visitors.of(index);
		if (visitor !== 0 && isNewValue(visitor, code)) seen[code] = (seen[code] as number) + 1;
	}
	return new Map(
		texts.flatMap((text, code) =>
			text === undefined
				? []
				: [[text, { ...newSum(), views: views[code] as number, visitors: seen[code] as number }]],
		),
	);
}

function addSessions(
	values: Values,
	{ codes, texts }: Coded,
	begun: readonly BegunSession[],
): void {
	for (const { session, figures } of begun) {
		const text = texts[codes[session] as number];
		if (text !== undefined) addTotals(values.getOrInsertComputed(text, newSum), figures);
	}
}

/** Counts events by their text. */
function countTexts({ codes, texts }: Coded, mask?: Uint8Array): Values {
	const counts = new Uint32Array(texts.length);
	for (let index = 0; index < codes.length; index += 1) {
		const code = codes[index] as number;
		if (mask?.[index] !== 0) counts[code] = (counts[code] as number) + 1;
	}
	return new Map(
		texts.flatMap((text, code) =>
			text === undefined ? [] : [[text, { ...newSum(), views: counts[code] as number }]],
		),
	);
}

/** Adds up the smallest values above the limit of a day. */
function limitValues(values: Values): readonly (readonly [string, Sum])[] {
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
