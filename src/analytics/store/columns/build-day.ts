import type { DatabaseSync } from "node:sqlite";
import { isViewEvent } from "../../protocol/view-events.ts";
import { VISIT_TRAITS } from "../../protocol/visit-traits.ts";
import { prepareEach } from "../database/prepare-each.ts";
import { memoize } from "../dictionary/memoize.ts";
import type { Strings } from "../dictionary/strings.ts";
import { createTraitReader, type TraitNumbers } from "../dictionary/trait-sets.ts";
import { parseProperties, propertyText } from "../events/parse-properties.ts";
import { visitedPage } from "../events/visited-page.ts";
import type { Properties } from "../new-event.ts";
import { DAY_MS } from "../totals/roll-up.ts";
import {
	type Coded,
	CodedBuilder,
	type DayColumns,
	type EventText,
	MAX_VALUE_LENGTH,
	narrowCodes,
	newCodes,
	type SessionTable,
} from "./day-columns.ts";
import { type FoundSessions, findSessions } from "./sessions.ts";

export interface BuiltFrom {
	readonly database: DatabaseSync;
	readonly strings: Pick<Strings, "find" | "textOf">;
}

export interface BuiltDay {
	/** Whole days since the Unix epoch. */
	readonly day: number;
	/** Only events of bots, or only other events. */
	readonly isOfBots: boolean;
	/** Only events with a higher number. */
	readonly after?: number;
}

/** Columns of an event's row, as the STRICT table has them. */
type Row = readonly [
	timestamp: number,
	number: number,
	name: number,
	id: number,
	session: number | null,
	visitor: number | null,
	traits: number | null,
	page: number | null,
	status: number | null,
	bot: number | null,
];

/**
 * Builds the columns of a day from the rows of its events. An index covers the rows; properties are read on first
 * use. All reads must be in one transaction: a second read must see the same events.
 */
export function buildDay(from: BuiltFrom, of: BuiltDay): DayColumns {
	const { database, strings } = from;
	const textOf = memoize(strings.textOf);
	const newColumn = () => ({
		builder: new CodedBuilder(),
		codes: [] as number[],
		of: new Map<number, number>(),
	});
	const columns = { event: newColumn(), page: newColumn(), status: newColumn(), bot: newColumn() };
	const add = (name: EventText, number: number | null): void => {
		const column = columns[name];
		if (number === null) {
			column.codes.push(0);
			return;
		}
		let code = column.of.get(number);
		if (code === undefined) {
			code = column.builder.codeOf(textOf(number));
			column.of.set(number, code);
		}
		column.codes.push(code);
	};
	const [times, numbers, ids]: [number[], number[], number[]] = [[], [], []];
	const [clients, visitors, traits]: [number[], number[], number[]] = [[], [], []];
	const start = of.day * DAY_MS;
	eachEvent<Row>(database, of, [
		"timestamp",
		"id",
		"name",
		"distinct_id",
		"session",
		"visitor",
		"traits",
		"page",
		"status",
		"bot",
	])((timestamp, number, name, id, session, visitor, set, page, status, bot) => {
		times.push(timestamp - start);
		numbers.push(number);
		ids.push(id);
		clients.push(session ?? 0);
		visitors.push(visitor ?? 0);
		traits.push(set ?? 0);
		add("event", name);
		add("page", page);
		add("status", status);
		add("bot", bot);
	});
	const viewPages = columns.page.builder.build(columns.page.codes);
	const built = {
		event: columns.event.builder.build(columns.event.codes),
		status: columns.status.builder.build(columns.status.codes),
		bot: columns.bot.builder.build(columns.bot.codes),
	};
	const found = findSessions({ times, visits: traits, clients, visitors, ids });
	const isView = built.event.texts.map(
		(text) => !of.isOfBots && text !== undefined && isViewEvent(text),
	);
	const eachProperties = eachEvent<[string]>(database, of, ["properties"]);
	/** Reads the properties of each event, in the order of the columns. */
	const readEach = (visit: (properties: Properties, index: number) => void): void => {
		let index = 0;
		eachProperties((json) => {
			visit(parseProperties(json), index);
			index += 1;
		});
	};
	const readPages = (): Coded => {
		const pages = new CodedBuilder();
		const codes: number[] = [];
		readEach((properties, index) => {
			const page = isView[built.event.codes[index] as number]
				? viewPages.texts[viewPages.codes[index] ?? 0]
				: visitedPage(properties);
			codes.push(pages.codeOf(page));
		});
		return pages.build(codes);
	};
	const pages = lazily(readPages);
	return {
		day: of.day,
		count: times.length,
		times: Uint32Array.from(times),
		ids: Uint32Array.from(ids),
		sessions: narrowCodes(found.sessions, found.clients.length),
		sessionTable: buildSessions(
			{
				found,
				start,
				times,
				traits,
				isView: (index) => isView[built.event.codes[index] as number] === true,
				isBefore: createComparison(database, times, numbers),
			},
			{ textOf, traitsOf: createTraitReader(database), viewPages },
		),
		text: (name) => (name === "page" ? pages() : built[name]),
		// The rows of bots have no page.
		viewPages: () => (of.isOfBots ? pages() : viewPages),
		property: memoize((name) => {
			const texts = new CodedBuilder();
			const codes: number[] = [];
			// Searching a text is far cheaper than parsing it.
			const named = JSON.stringify(name);
			eachProperties((json) => {
				codes.push(json.includes(named) ? texts.codeOf(cutText(parseProperties(json)[name])) : 0);
			});
			return texts.build(codes);
		}),
	};
}

/** @returns The text of a property, as questions compare it. */
export function cutText(value: unknown): string | undefined {
	return value === undefined ? undefined : propertyText(value)?.slice(0, MAX_VALUE_LENGTH);
}

/** Prepares a read of the day's events in the order of columns. */
export function eachEvent<Columns extends readonly unknown[]>(
	database: DatabaseSync,
	{ day, isOfBots, after = 0 }: BuiltDay,
	columns: readonly string[],
): (visit: (...row: Columns) => undefined) => void {
	const [start, end] = [day * DAY_MS, (day + 1) * DAY_MS];
	const source = isOfBots
		? "events INDEXED BY events_of_bots WHERE bot IS NOT NULL"
		: // An event of a visit is never a bot's, and skips the lookup. The index lacks the bot.
			`events INDEXED BY events_by_time WHERE (traits IS NOT NULL OR id NOT IN (
				SELECT id FROM events INDEXED BY events_of_bots
				WHERE timestamp >= ?1 AND timestamp < ?2 AND bot IS NOT NULL
			))`;
	const read = isOfBots ? columns : columns.map((name) => (name === "bot" ? "NULL" : name));
	return (visit) => {
		prepareEach<Columns>(database, visit, {
			name: "each_event",
			columns: read,
			rest: `FROM ${source} AND timestamp >= ?1 AND timestamp < ?2 AND id > ?3
				ORDER BY timestamp, id`,
		})(start, end, after);
	};
}

interface FoundEvents {
	readonly found: FoundSessions;
	/** Start of the day, in milliseconds since the Unix epoch. */
	readonly start: number;
	readonly times: readonly number[];
	/** Numbers of `trait_sets`; 0: none. */
	readonly traits: readonly number[];
	readonly isView: (index: number) => boolean;
	/** Whether an event is earlier than another one. */
	readonly isBefore: (index: number, other: number) => boolean;
}

/** UUIDs order events of one millisecond: their numbers depend on the order of arrival. */
function createComparison(
	database: DatabaseSync,
	times: readonly number[],
	numbers: readonly number[],
): FoundEvents["isBefore"] {
	const uuids = database.prepare(
		"SELECT (SELECT uuid FROM events WHERE id = ?) < (SELECT uuid FROM events WHERE id = ?) AS less",
	);
	return (index, other) => {
		if (times[index] !== times[other]) return index < other;
		return uuids.get(numbers[index] as number, numbers[other] as number)?.["less"] === 1;
	};
}

interface SessionTexts {
	readonly textOf: (number: number) => string;
	readonly traitsOf: (set: number) => TraitNumbers;
	readonly viewPages: Coded;
}

/** Builds the sessions of a day without their events on other days. */
function buildSessions(
	{ found, start, times, traits, isView, isBefore }: FoundEvents,
	{ textOf, traitsOf, viewPages }: SessionTexts,
): SessionTable {
	const size = found.clients.length;
	const startedAt = new Float64Array(size);
	const durations = new Float64Array(size);
	const views = new Uint32Array(size);
	/** Events that decide the traits, the entry page and the exit page. */
	const [firsts, entries, exits] = [0, 1, 2].map(() => new Int32Array(size).fill(-1)) as [
		Int32Array,
		Int32Array,
		Int32Array,
	];
	for (let index = 0; index < times.length; index += 1) {
		const session = found.sessions[index] as number;
		if (session === 0) continue;
		const at = start + (times[index] as number);
		if (firsts[session] === -1) startedAt[session] = at;
		durations[session] = at - (startedAt[session] as number);
		setIf(firsts, session, index, isBefore);
		if (!isView(index)) continue;
		views[session] = (views[session] as number) + 1;
		if (viewPages.codes[index] === 0) continue;
		setIf(entries, session, index, isBefore);
		setIf(exits, session, index, (one, other) => isBefore(other, one));
	}
	const pagesOf = (events: Int32Array): Coded =>
		narrowed(
			Uint32Array.from(events, (index) => viewPages.codes[index] ?? 0),
			viewPages.texts,
		);
	const texts = VISIT_TRAITS.map(() => ({
		builder: new CodedBuilder(),
		codes: new Uint32Array(size),
	}));
	for (let session = 1; session < size; session += 1) {
		const set = traits[firsts[session] as number] as number;
		for (const [place, number] of traitsOf(set).entries()) {
			const text = texts[place];
			if (number !== null && text !== undefined) {
				text.codes[session] = text.builder.codeOf(textOf(number));
			}
		}
	}
	const columns = new Map<string, Coded>([
		["entry_page", pagesOf(entries)],
		["exit_page", pagesOf(exits)],
		...texts.map(
			({ builder, codes }, place) =>
				[VISIT_TRAITS[place] as string, narrowed(codes, builder.texts)] as const,
		),
	]);
	const none = { codes: new Uint8Array(size), texts: [undefined] };
	return {
		size,
		numbers: found.clients,
		visitors: found.visitors,
		visitorCount: found.visitorCount,
		startedAt,
		durations,
		views,
		text: (name) => columns.get(name) ?? none,
	};
}

/** Sets the event of a session to another one, if the other wins or is the first. */
function setIf(
	events: Int32Array,
	session: number,
	index: number,
	wins: (index: number, other: number) => boolean,
): void {
	const known = events[session] as number;
	if (known === -1 || wins(index, known)) events[session] = index;
}

function narrowed(codes: Uint32Array, texts: Coded["texts"]): Coded {
	const narrow = newCodes(codes.length, texts.length);
	narrow.set(codes);
	return { codes: narrow, texts };
}

function lazily<Value>(make: () => Value): () => Value {
	let made: { readonly value: Value } | undefined;
	return () => {
		made ??= { value: make() };
		return made.value;
	};
}
