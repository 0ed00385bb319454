import type { DatabaseSync } from "node:sqlite";
import { parseProperties } from "../../../store/events/parse-properties.ts";
import { preparePropertyDays } from "../../../store/events/property-days.ts";
import type { Properties } from "../../../store/new-event.ts";
import { createSettings, readDeletedBefore } from "../../../store/settings/settings.ts";
import { DAY_MS, QUARTER_MS } from "../../../store/totals/roll-up.ts";
import type { TimeRange } from "../../api/time-range.ts";
import { prepareEach } from "../../threads/prepare-each.ts";
import type { Reader } from "../../threads/reader.ts";
import { type ScannedSession, SessionsOfDay, sessionsOfDay } from "./sessions-of-day.ts";

export type ScannedEvent = Readonly<Omit<CurrentEvent, "become">>;

export interface ScanOptions extends TimeRange {
	/** Numbers of the event names. Default: all. */
	readonly names?: readonly number[] | undefined;
	/** Columns that are read beside those of the index. */
	readonly reads: { readonly distinctId: boolean; readonly properties: boolean };
	/** Properties that an event must have to count; an event without them may seem to have none. */
	readonly neededProperties?: readonly string[] | undefined;
	/** Reads only the events of bots, with all columns. */
	readonly isOfBots?: boolean;
	/** `newest-first`: of days. `reverse`: of their events too. */
	readonly order?: "oldest-first" | "newest-first" | "reverse";
	/** SQL behind other conditions, from `AND` on: events that fail it are not visited. */
	readonly where: { readonly events: string; readonly sessions: string };
	/** Reads sightings and not single events. */
	readonly sightings?: Sightings | undefined;
}

/**
 * One event stands for all events of a distinct id, or of its session, between two cuts. It has the time of
 * the first cut, and no more than session and distinct id: a third of the reading time.
 */
export interface Sightings {
	/** Milliseconds since the Unix epoch, in order. */
	readonly cuts: readonly number[];
	/** If not, all sessions of an id count as one. */
	readonly readsSessions: boolean;
	/** Number of the name of all events, if the question names one. */
	readonly name: number | undefined;
	/** Whether every event of a visit counts, so that the table of sightings says who was seen. */
	readonly isOfAll: boolean;
}

/** Visits the events of a day (UTC). It can be called again for the same events. */
export type EachEvent = (visit: (event: ScannedEvent) => void) => void;

/**
 * Reads events day by day (UTC): no visitor that is counted by network spans two days, and few sessions
 * do, so memory holds the sessions of one day. Each day is in the order of time, unless
 * `order` is `reverse`. Events of bots are skipped, unless the question is about them.
 */
export function* scanDays(
	{ database, checkAsked }: Pick<Reader, "database" | "checkAsked">,
	options: ScanOptions,
): Generator<EachEvent> {
	const { from, to, order = "oldest-first", neededProperties = [], sightings } = options;
	let visit: Parameters<EachEvent>[0] = () => {};
	const sessions = new SessionsOfDay(database);
	const event = new CurrentEvent(sessions, neededProperties);
	const visitSighting = ([time, session, distinctId]: SightingRow): void => {
		event.become([time, sightings?.name ?? 0, session, null, null, distinctId]);
		visit(event);
	};
	const eachBetween =
		sightings === undefined
			? prepareEvents(database, options, (row: EventRow) => {
					event.become(row);
					visit(event);
				})
			: prepareEvents(database, options, visitSighting);
	const eachPart =
		sightings?.isOfAll === true
			? prepareSightings(database, eachBetween, visitSighting)
			: eachBetween;
	const [first, end] = [Math.floor(from / DAY_MS), Math.ceil(to / DAY_MS)];
	const mayHave = preparePropertyDays(database, [first, end]);
	for (let step = 0; step < end - first; step += 1) {
		checkAsked();
		const day = order === "oldest-first" ? first + step : end - 1 - step;
		if (!neededProperties.every((name) => mayHave(day, name))) continue;
		const start = day * DAY_MS;
		sessions.turnTo(start);
		yield (visitOne) => {
			visit = visitOne;
			const [begin, last] = [Math.max(start, from), Math.min(start + DAY_MS, to)];
			const cuts = sightings?.cuts.filter((cut) => cut > begin && cut < last) ?? [];
			const parts = [begin, ...cuts].map((part, index) => [part, cuts[index] ?? last] as const);
			for (const part of order === "reverse" ? parts.toReversed() : parts) eachPart(...part);
		};
	}
}

type EventRow = readonly [
	timestamp: number,
	name: number,
	session: number | null,
	page: number | null,
	status: number | null,
	distinctId?: number,
	properties?: string,
	bot?: number,
];

type SightingRow = readonly [time: number, session: number | null, distinctId: number];

/**
 * An event with its session. Texts are numbers of `strings`. One
 * object represents all events of a scan in turn: copy values to keep them.
 */
class CurrentEvent {
	timestamp = 0;
	name = 0;
	page: number | null = null;
	status: number | null = null;
	/** Only when the scan reads events of bots. */
	bot: number | null = null;
	/** Number of the distinct id; only when the scan reads it. */
	distinctId = 0;
	/** Number of the session; absent for events that are part of no visit. */
	sessionId: number | undefined;
	readonly #sessions: SessionsOfDay;
	/** As JSON spells the names of properties that an event must have. */
	readonly #needed: readonly string[];
	#row: EventRow = [0, 0, null, null, null];
	#properties: Properties | undefined;

	constructor(sessions: SessionsOfDay, needed: readonly string[]) {
		this.#sessions = sessions;
		this.#needed = needed.map((name) => JSON.stringify(name));
	}

	become(row: EventRow): void {
		this.timestamp = row[0];
		this.name = row[1];
		// Sessions are numbered from 1.
		this.sessionId = row[2] || undefined;
		this.page = row[3];
		this.status = row[4];
		this.distinctId = row[5] ?? 0;
		this.bot = row[7] ?? null;
		this.#row = row;
		this.#properties = undefined;
	}

	/** Number that all sessions of a visitor's day (UTC) have in common. */
	get visitor(): number | undefined {
		return this.sessionId === undefined ? undefined : this.#sessions.visitorOf(this.sessionId);
	}

	/** The sessions of a day are read on first use. */
	get session(): ScannedSession | undefined {
		return this.sessionId === undefined ? undefined : this.#sessions.get(this.sessionId);
	}

	/** Only when the scan reads them; parsed on first use. */
	get properties(): Properties {
		const json = this.#row[6];
		if (json === undefined) return {};
		// Searching a text is far cheaper than parsing it.
		this.#properties ??= this.#needed.every((name) => json.includes(name))
			? parseProperties(json)
			: {};
		return this.#properties;
	}
}

/** Reads whole quarters of an hour of the table of sightings, and events before and behind them. */
function prepareSightings(
	database: DatabaseSync,
	eachBetween: (from: number, to: number) => void,
	visit: (row: SightingRow) => void,
): typeof eachBetween {
	// Rows of a quarter are missing once retention has begun to delete its events.
	const since = readDeletedBefore(createSettings(database));
	const inBuckets = database.prepare(
		"SELECT json_group_array(distinct_id) AS ids FROM sightings WHERE bucket >= ? AND bucket < ?",
	);
	// One text for all rows takes less than half of the time that a call for each row takes.
	const eachInBuckets = (from: number, start: number, end: number): void => {
		const ids: readonly number[] = JSON.parse(String(inBuckets.get(start, end)?.["ids"]));
		for (const id of ids) visit([from, 1, id]);
	};
	return (from, to) => {
		const start = Math.ceil(Math.max(from, since) / QUARTER_MS);
		const end = Math.floor(to / QUARTER_MS);
		if (start >= end) return eachBetween(from, to);
		if (from < start * QUARTER_MS) eachBetween(from, start * QUARTER_MS);
		eachInBuckets(from, start, end);
		if (end * QUARTER_MS < to) eachBetween(end * QUARTER_MS, to);
	};
}

/** Without properties, an index has all that is read. */
function prepareEvents<Row extends readonly unknown[]>(
	database: DatabaseSync,
	{ names, reads, isOfBots, where, sightings, order }: ScanOptions,
	visit: (row: Row) => void,
) {
	// Each column takes an eighth of the reading time.
	const columns = ["timestamp", "name", "session", "page", "status"];
	const isWhole = reads.properties || isOfBots === true;
	if (reads.distinctId || isWhole) columns.push("distinct_id");
	if (isWhole) columns.push("properties");
	if (isOfBots === true) columns.push("bot");
	const direction = order === "reverse" ? " DESC" : "";
	const sighted = [
		"DISTINCT ?1",
		sightings?.readsSessions === true ? "session" : "1",
		"distinct_id",
	];
	const from = isOfBots === true ? "events_of_bots" : "events_by_time";
	const ofBots =
		isOfBots === true
			? "AND bot IS NOT NULL"
			: // Events of a session are never a bot's, and skip the lookup, which takes a fifth of the time.
				`AND (session IS NOT NULL OR id NOT IN (
				SELECT id FROM events INDEXED BY events_of_bots
				WHERE timestamp >= ?1 AND timestamp < ?2 AND bot IS NOT NULL
			))`;
	const midnight = `?1 - ?1 % ${DAY_MS}`;
	const ofSessions =
		where.sessions === ""
			? ""
			: `AND session IN (${sessionsOfDay("id", `(${midnight})`, where.sessions)})`;
	const named = names === undefined ? "" : `AND name IN (${names.map(Number).join(", ")})`;
	return prepareEach(database, visit, {
		name: "each_event",
		columns: sightings === undefined ? columns : sighted,
		rest: `FROM events INDEXED BY ${from}
			WHERE timestamp >= ?1 AND timestamp < ?2 ${ofBots} ${named} ${where.events} ${ofSessions}
			${sightings === undefined ? `ORDER BY timestamp${direction}, id${direction}` : ""}`,
	});
}
