import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Properties } from "../../../store/events/new-event.ts";
import { unpackContent } from "../../../store/events/property-column.ts";
import { readStoredId } from "../../../store/events/stored-id.ts";
import { DAY_MS } from "../../../store/visits/roll-up.ts";
import type { Reader } from "../../threads/reader.ts";

/** An event that counts, with the session that it belongs to. Texts are numbers of `strings`. */
export interface ScannedEvent {
	readonly timestamp: number;
	readonly name: number;
	readonly page: number | null;
	readonly status: number | null;
	/** Only where the scan was told to read those of bots. */
	readonly bot: number | null;
	/** Absent for events that are part of no visit. */
	readonly session: ScannedSession | undefined;
	/** Only where the scan was told to read it. */
	readonly distinctId: string;
	/** Only where the scan was told to read them; unpacked when first asked for. */
	readonly properties: Properties;
}

export interface ScannedSession {
	readonly id: number;
	readonly startedAt: number;
	readonly entryPage: number | null;
	readonly exitPage: number | null;
	/** In the order of `VISIT_TRAITS`; unpacked when first asked for. */
	readonly traits: readonly (number | null)[];
	/** Number that all sessions of a visitor's day (UTC) have in common. */
	readonly visitor: number;
}

export interface ScanOptions {
	/** Milliseconds since the Unix epoch. */
	readonly from: number;
	/** Not included. */
	readonly to: number;
	/** Numbers of the event names that are asked for; all unless told. */
	readonly names?: readonly number[] | undefined;
	/** What is read beside what an index has. */
	readonly reads: ScannedColumns;
	/** Those of bots, and no others, with all that they have. */
	readonly isOfBots?: boolean;
	readonly order?: "oldest-first" | "newest-first";
}

export interface ScannedColumns {
	readonly distinctId: boolean;
	readonly properties: boolean;
}

/**
 * Reads events a day (UTC) after the other, in order of time within each: neither a session nor a
 * visitor that is counted by network outlives one, so one day is all that memory holds. Events of
 * bots are left out, unless it is about them.
 */
export function* scanDays(
	{ database, checkAsked }: Pick<Reader, "database" | "checkAsked">,
	options: ScanOptions,
): Generator<readonly ScannedEvent[]> {
	const { from, to, isOfBots = false, order = "oldest-first" } = options;
	const statements = prepareStatements(database, options);
	const [first, end] = [Math.floor(from / DAY_MS), Math.ceil(to / DAY_MS)];
	for (let step = 0; step < end - first; step += 1) {
		checkAsked();
		const day = order === "oldest-first" ? first + step : end - 1 - step;
		const start = day * DAY_MS;
		const sessions = readSessions(statements.sessions, start);
		const bots = new Set(isOfBots ? [] : statements.bots.all(start, start + DAY_MS).map(firstOf));
		const range = [Math.max(start, from), Math.min(start + DAY_MS, to)] as const;
		const events: ScannedEvent[] = [];
		for (const row of statements.events.all(...range) as unknown as readonly EventRow[]) {
			if (!bots.has(row[1])) events.push(new RowOfEvent(row, sessions.get(row[3] ?? NO_SESSION)));
		}
		yield events;
	}
}

/** Sessions are numbered from 1. */
const NO_SESSION = -1;

type EventRow = readonly [
	timestamp: number,
	id: number,
	name: number,
	session: number | null,
	page: number | null,
	status: number | null,
	distinctId?: unknown,
	uuid?: unknown,
	properties?: Uint8Array,
	bot?: number,
];

class RowOfEvent implements ScannedEvent {
	readonly timestamp: number;
	readonly name: number;
	readonly page: number | null;
	readonly status: number | null;
	readonly bot: number | null;
	readonly session: ScannedSession | undefined;
	readonly #row: EventRow;
	#properties: Properties | undefined;

	constructor(row: EventRow, session: ScannedSession | undefined) {
		this.timestamp = row[0];
		this.name = row[2];
		this.page = row[4];
		this.status = row[5];
		this.bot = row[9] ?? null;
		this.session = session;
		this.#row = row;
	}

	get distinctId(): string {
		return readStoredId(this.#row[6]);
	}

	get properties(): Properties {
		const column = this.#row[8];
		if (column === undefined) return {};
		const identity = { uuid: readStoredId(this.#row[7]), distinctId: this.distinctId };
		this.#properties ??= unpackContent(column, identity).properties;
		return this.#properties;
	}
}

type SessionRow = readonly [
	id: number,
	startedAt: number,
	entryPage: number | null,
	exitPage: number | null,
	traits: string,
	visitor: number | null,
];

class RowOfSession implements ScannedSession {
	readonly id: number;
	readonly startedAt: number;
	readonly entryPage: number | null;
	readonly exitPage: number | null;
	readonly visitor: number;
	readonly #text: string;
	#traits: ScannedSession["traits"] | undefined;

	constructor([id, startedAt, entryPage, exitPage, text, visitor]: SessionRow) {
		this.id = id;
		this.startedAt = startedAt;
		this.entryPage = entryPage;
		this.exitPage = exitPage;
		this.visitor = visitor ?? id;
		this.#text = text;
	}

	get traits(): ScannedSession["traits"] {
		// Written by the store, as a list in the order of VISIT_TRAITS.
		this.#traits ??= JSON.parse(this.#text) as ScannedSession["traits"];
		return this.#traits;
	}
}

function readSessions(
	statement: StatementSync,
	start: number,
): ReadonlyMap<number, ScannedSession> {
	const sessions = new Map<number, ScannedSession>();
	// The columns are those of the statement, of a STRICT table.
	const rows = statement.all(start, start + DAY_MS) as unknown as readonly SessionRow[];
	for (const row of rows) sessions.set(row[0], new RowOfSession(row));
	return sessions;
}

/** Without properties and distinct ids, an index has all that is read. */
function prepareStatements(database: DatabaseSync, { names, reads, isOfBots }: ScanOptions) {
	const columns = ["timestamp", "id", "name", "session", "page", "status"];
	const isWhole = reads.properties || isOfBots === true;
	if (reads.distinctId || isWhole) columns.push("distinct_id");
	if (isWhole) columns.push("uuid", "properties");
	if (isOfBots === true) columns.push("bot");
	const from = isOfBots === true ? "events_of_bots" : "events_by_time";
	const ofBots = isOfBots === true ? "AND bot IS NOT NULL" : "";
	const named = names === undefined ? "" : `AND name IN (${names.map(Number).join(", ")})`;
	const prepare = (sql: string): StatementSync => {
		const statement = database.prepare(sql);
		statement.setReturnArrays(true);
		return statement;
	};
	return {
		events: prepare(`
			SELECT ${columns.join(", ")} FROM events INDEXED BY ${from}
			WHERE timestamp >= ? AND timestamp < ? ${ofBots} ${named} ORDER BY timestamp, id
		`),
		bots: prepare(`
			SELECT id FROM events INDEXED BY events_of_bots
			WHERE timestamp >= ? AND timestamp < ? AND bot IS NOT NULL
		`),
		sessions: prepare(`
			SELECT id, started_at, entry_page, exit_page, traits, visitor FROM sessions
			WHERE started_at >= ? AND started_at < ?
		`),
	};
}

function firstOf(row: unknown): unknown {
	// Statements give arrays.
	return (row as readonly unknown[])[0];
}
