import type { DatabaseSync } from "node:sqlite";
import { isViewEvent } from "../../protocol/view-events.ts";
import { VISIT_TRAITS } from "../../protocol/visit-traits.ts";
import { prepareEach } from "../database/prepare-each.ts";
import { memoize } from "../dictionary/memoize.ts";
import type { Strings } from "../dictionary/strings.ts";
import { parseProperties, propertyText } from "../events/parse-properties.ts";
import { visitedPage } from "../events/visited-page.ts";
import type { Properties } from "../new-event.ts";
import { DAY_MS } from "../totals/roll-up.ts";
import { readTraits } from "../visits/read-traits.ts";
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

export interface BuiltFrom {
	readonly database: DatabaseSync;
	readonly strings: Pick<Strings, "find" | "textOf">;
}

export interface BuiltDay {
	/** Whole days since the Unix epoch. */
	readonly day: number;
	/** Only events of bots, or only other events. */
	readonly isOfBots: boolean;
}

/** Columns of an event's row, as the STRICT table has them. */
type Row = readonly [
	timestamp: number,
	name: number,
	id: number,
	session: number | null,
	page: number | null,
	status: number | null,
	bot: number | null,
];

/**
 * Builds the columns of a day from the rows of events and sessions. An index covers the rows; properties are
 * read on first use. All reads must be in one transaction: a second read must see the same events.
 */
export function buildDay(from: BuiltFrom, of: BuiltDay): DayColumns {
	const { database, strings } = from;
	const textOf = memoize(strings.textOf);
	const numbers = () => ({
		builder: new CodedBuilder(),
		codes: [] as number[],
		of: new Map<number, number>(),
	});
	const columns = { event: numbers(), page: numbers(), status: numbers(), bot: numbers() };
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
	const [times, ids, sessions]: [number[], number[], number[]] = [[], [], []];
	const indexes = new Map<number, number>();
	const start = of.day * DAY_MS;
	eachEvent<Row>(database, of, [
		"timestamp",
		"name",
		"distinct_id",
		"session",
		"page",
		"status",
		"bot",
	])((timestamp, name, id, session, page, status, bot) => {
		times.push(timestamp - start);
		ids.push(id);
		// Sessions are numbered from 1.
		if (session === null || session === 0) sessions.push(0);
		else {
			const index = indexes.get(session) ?? indexes.size + 1;
			indexes.set(session, index);
			sessions.push(index);
		}
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
		const isView = built.event.texts.map(
			(text) => !of.isOfBots && text !== undefined && isViewEvent(text),
		);
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
		sessions: narrowCodes(sessions, indexes.size + 1),
		sessionTable: buildSessions(from, { start, indexes }),
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
	{ day, isOfBots }: BuiltDay,
	columns: readonly string[],
): (visit: (...row: Columns) => undefined) => void {
	const [start, end] = [day * DAY_MS, (day + 1) * DAY_MS];
	const source = isOfBots
		? "events INDEXED BY events_of_bots WHERE bot IS NOT NULL"
		: // An event of a session is never a bot's, and skips the lookup. The index lacks the bot.
			`events INDEXED BY events_by_time WHERE (session IS NOT NULL OR id NOT IN (
				SELECT id FROM events INDEXED BY events_of_bots
				WHERE timestamp >= ?1 AND timestamp < ?2 AND bot IS NOT NULL
			))`;
	const read = isOfBots ? columns : columns.map((name) => (name === "bot" ? "NULL" : name));
	return (visit) => {
		prepareEach<Columns>(database, visit, {
			name: "each_event",
			columns: read,
			rest: `FROM ${source} AND timestamp >= ?1 AND timestamp < ?2 ORDER BY timestamp, id`,
		})(start, end);
	};
}

const SESSION_COLUMNS = [
	...["id", "coalesce(visitor, id)", "started_at", "ended_at - started_at", "views"],
	...["entry_page", "exit_page", "traits"],
];

type SessionRow = readonly [
	id: number,
	visitor: number,
	startedAt: number,
	duration: number,
	views: number,
	entryPage: number | null,
	exitPage: number | null,
	traits: string,
];

const SESSION_TEXTS = ["entry_page", "exit_page", ...VISIT_TRAITS] as const;

/** @param indexes Number of a session → its index in the day. */
function buildSessions(
	{ database, strings }: BuiltFrom,
	{ start, indexes }: { readonly start: number; readonly indexes: ReadonlyMap<number, number> },
): SessionTable {
	const size = indexes.size + 1;
	const table = {
		numbers: new Float64Array(size),
		visitors: new Uint32Array(size),
		startedAt: new Float64Array(size),
		durations: new Float64Array(size),
		views: new Uint32Array(size),
	};
	const textOf = memoize(strings.textOf);
	const texts = SESSION_TEXTS.map(() => ({
		builder: new CodedBuilder(),
		codes: new Uint32Array(size),
		of: new Map<number, number>(),
	}));
	const visitors = new Map<number, number>();
	const add = (
		...[id, visitor, startedAt, duration, views, entry, exit, traits]: SessionRow
	): void => {
		const index = indexes.get(id);
		if (index === undefined) return;
		const visitorIndex = visitors.get(visitor) ?? visitors.size + 1;
		visitors.set(visitor, visitorIndex);
		table.numbers[index] = id;
		table.visitors[index] = visitorIndex;
		table.startedAt[index] = startedAt;
		table.durations[index] = duration;
		table.views[index] = views;
		const values = [entry ?? undefined, exit ?? undefined, ...readTraits(traits)];
		for (const [place, text] of texts.entries()) {
			const number = values[place];
			if (number === undefined) continue;
			let code = text.of.get(number);
			if (code === undefined) {
				code = text.builder.codeOf(textOf(number));
				text.of.set(number, code);
			}
			text.codes[index] = code;
		}
	};
	const readSessions = (where: string, ...parameters: readonly (number | string)[]): void => {
		const each = { name: "each_session", columns: SESSION_COLUMNS };
		const visit = (...row: SessionRow): undefined => {
			add(...row);
		};
		prepareEach<SessionRow>(database, visit, {
			...each,
			rest: `FROM sessions WHERE ${where}`,
		})(...parameters);
	};
	readSessions("started_at >= ?1 AND started_at < ?2", start, start + DAY_MS);
	const missing = () => [...indexes].filter(([, index]) => table.numbers[index] === 0);
	// Sessions that began on an earlier day.
	const earlier = JSON.stringify(missing().map(([id]) => id));
	readSessions("id IN (SELECT value FROM json_each(?1))", earlier);
	// Retention deletes a session before its last events.
	for (const [id, index] of missing()) {
		add(id, -id, Number.NaN, 0, 0, null, null, "[]");
		table.numbers[index] = id;
	}
	const columns = new Map(
		texts.map(({ builder, codes }, place) => {
			const narrow = newCodes(size, builder.texts.length);
			narrow.set(codes);
			return [String(SESSION_TEXTS[place]), { codes: narrow, texts: builder.texts }] as const;
		}),
	);
	const none = { codes: new Uint8Array(size), texts: [undefined] };
	return {
		...table,
		size,
		visitorCount: visitors.size + 1,
		text: (name) => columns.get(name) ?? none,
	};
}

function lazily<Value>(make: () => Value): () => Value {
	let made: { readonly value: Value } | undefined;
	return () => {
		made ??= { value: make() };
		return made.value;
	};
}
