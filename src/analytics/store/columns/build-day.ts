import type { DatabaseSync } from "node:sqlite";
import { isViewEvent } from "../../protocol/view-events.ts";
import { prepareEach } from "../database/prepare-each.ts";
import { memoize } from "../dictionary/memoize.ts";
import type { Strings } from "../dictionary/strings.ts";
import { parseProperties } from "../events/parse-properties.ts";
import { visitedPage } from "../events/visited-page.ts";
import type { Properties } from "../new-event.ts";
import { DAY_MS } from "../totals/roll-up.ts";
import { cutText, PropertiesBuilder, type SealedProperty } from "./build-properties.ts";
import { buildSessions, type FoundEvents } from "./build-sessions.ts";
import {
	type Coded,
	CodedBuilder,
	type DayColumns,
	type EventText,
	narrowCodes,
} from "./day-columns.ts";
import { findSessions } from "./sessions.ts";

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

export interface BuiltColumns extends DayColumns {
	/** Builds the columns of all properties in one read, with those of the pages. */
	readonly allProperties: () => readonly SealedProperty[];
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
export function buildDay(from: BuiltFrom, of: BuiltDay): BuiltColumns {
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
	const pageOf = (properties: Properties, index: number): string | undefined =>
		isView[built.event.codes[index] as number]
			? viewPages.texts[viewPages.codes[index] ?? 0]
			: visitedPage(properties);
	const readPages = (also?: (properties: Properties, index: number) => void): Coded => {
		const pages = new CodedBuilder();
		const codes: number[] = [];
		readEach((properties, index) => {
			codes.push(pages.codeOf(pageOf(properties, index)));
			also?.(properties, index);
		});
		return pages.build(codes);
	};
	let pages: Coded | undefined;
	const readPagesOnce = (): Coded => {
		pages ??= readPages();
		return pages;
	};
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
			{ textOf, database, viewPages },
		),
		text: (name) => (name === "page" ? readPagesOnce() : built[name]),
		// The rows of bots have no page.
		viewPages: () => (of.isOfBots ? readPagesOnce() : viewPages),
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
		allProperties: () => {
			const builder = new PropertiesBuilder();
			pages = readPages((properties, index) => builder.add(properties, index));
			return builder.build(times.length);
		},
	};
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
