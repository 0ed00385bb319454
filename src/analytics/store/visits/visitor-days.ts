import type { DatabaseSync } from "node:sqlite";
import { BoundedMap } from "../events/bounded-map.ts";
import type { Session, VisitorDay } from "./session.ts";

/** Visitors of the last minutes; those who return later are read from the file again. */
const MAX_CACHED_VISITORS = 20_000;

/** Visitors of the last two days with their sessions, in memory as long as they are about. */
export class VisitorDays {
	readonly #statements: ReturnType<typeof prepareStatements>;
	readonly #visitors = new BoundedMap<string, VisitorDay>(MAX_CACHED_VISITORS);
	readonly #changedVisitors = new Set<VisitorDay>();
	readonly #changedSessions = new Set<Session>();
	#nextSessionId: number;
	#last: VisitorDay | undefined = undefined;

	constructor(database: DatabaseSync) {
		this.#statements = prepareStatements(database);
		this.#nextSessionId = this.#readNextSessionId();
	}

	/** The number that the next session will get. */
	get nextSessionId(): number {
		return this.#nextSessionId;
	}

	/** @param day Whole days since the Unix epoch, UTC. */
	find(visitor: Uint8Array, day: number): VisitorDay {
		// Events of one batch are mostly of one visitor, whose key is made once.
		if (this.#last?.visitor === visitor && this.#last.day === day) return this.#last;
		const key = `${day}:${textOf(visitor)}`;
		const found = this.#visitors.get(key) ?? this.#readVisitor(visitor, day);
		this.#visitors.set(key, found);
		this.#last = found;
		return found;
	}

	startSession(visitor: VisitorDay, traits: Session["traits"], timestamp: number): Session {
		const id = this.#nextSessionId++;
		const session: Session = {
			id,
			startedAt: timestamp,
			endedAt: timestamp,
			views: 0,
			events: 0,
			entryPage: undefined,
			exitPage: undefined,
			traits,
			visitor: visitor.sessions[0]?.id ?? id,
			isStored: false,
		};
		visitor.sessions.push(session);
		this.changed(visitor);
		return session;
	}

	/** Remembers to write the visitor's row. */
	changed(visitor: VisitorDay): void {
		this.#changedVisitors.add(visitor);
	}

	/** Remembers to write the session's row. */
	changedSession(session: Session): void {
		this.#changedSessions.add(session);
	}

	/**
	 * Writes what was changed. Only inside a transaction.
	 *
	 * @param today Whole days since the Unix epoch; visits can lie far back in an import.
	 */
	flush(today: number): void {
		for (const { visitor, day, seen, sessions } of this.#changedVisitors) {
			const ids = JSON.stringify(sessions.map(({ id }) => id));
			this.#statements.saveVisitor.run(visitor, day, today, JSON.stringify([...seen]), ids);
		}
		for (const session of this.#changedSessions) this.#save(session);
		this.#changedVisitors.clear();
		this.#changedSessions.clear();
	}

	/** After a rollback the file is right and memory is not. */
	forget(): void {
		this.#visitors.clear();
		this.#last = undefined;
		this.#changedVisitors.clear();
		this.#changedSessions.clear();
		this.#nextSessionId = this.#readNextSessionId();
	}

	#readVisitor(visitor: Uint8Array, day: number): VisitorDay {
		const row = this.#statements.visitor.get(visitor, day);
		if (row === undefined) return { visitor, day, seen: new Set(), sessions: [] };
		// Both lists were written by `flush()`.
		const seen = new Set(JSON.parse(String(row["seen"])) as readonly number[]);
		const ids = JSON.parse(String(row["sessions"])) as readonly number[];
		const rows = ids.map((id) => this.#statements.session.get(id));
		const sessions = rows.filter((session) => session !== undefined).map(readSession);
		return { visitor, day, seen, sessions };
	}

	#save(session: Session): void {
		const { id, startedAt, endedAt, views, events, entryPage, exitPage, traits, visitor } = session;
		const pages = [entryPage ?? null, exitPage ?? null] as const;
		if (session.isStored) {
			this.#statements.updateSession.run(endedAt, views, events, ...pages, id);
			return;
		}
		const row = [id, startedAt, endedAt, views, events, ...pages] as const;
		this.#statements.insertSession.run(...row, JSON.stringify(traits), visitor);
		session.isStored = true;
	}

	#readNextSessionId(): number {
		return Number(this.#statements.lastSession.get()?.["id"] ?? 0) + 1;
	}
}

/** One character for each byte: the shortest text that tells keys apart. */
function textOf({ buffer, byteOffset, byteLength }: Uint8Array): string {
	return Buffer.from(buffer, byteOffset, byteLength).toString("latin1");
}

/** Rows come from a STRICT table that this module alone writes. */
function readSession(row: Record<string, unknown>): Session {
	const traits = JSON.parse(String(row["traits"])) as (number | null)[];
	return {
		id: Number(row["id"]),
		startedAt: Number(row["started_at"]),
		endedAt: Number(row["ended_at"]),
		views: Number(row["views"]),
		events: Number(row["events"]),
		entryPage: (row["entry_page"] as number | null) ?? undefined,
		exitPage: (row["exit_page"] as number | null) ?? undefined,
		traits: traits.map((value) => value ?? undefined),
		visitor: Number(row["visitor"]),
		isStored: true,
	};
}

function prepareStatements(database: DatabaseSync) {
	return {
		visitor: database.prepare(
			"SELECT seen, sessions FROM visitor_days WHERE visitor = ? AND day = ?",
		),
		saveVisitor: database.prepare(`
			INSERT INTO visitor_days (visitor, day, written_day, seen, sessions)
			VALUES (?1, ?2, ?3, ?4, ?5)
			ON CONFLICT DO UPDATE SET written_day = ?3, seen = ?4, sessions = ?5
		`),
		session: database.prepare("SELECT * FROM sessions WHERE id = ?"),
		lastSession: database.prepare("SELECT max(id) AS id FROM sessions"),
		insertSession: database.prepare(`
			INSERT INTO sessions
				(id, started_at, ended_at, views, events, entry_page, exit_page, traits, visitor)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
		`),
		updateSession: database.prepare(`
			UPDATE sessions SET ended_at = ?, views = ?, events = ?, entry_page = ?, exit_page = ?
			WHERE id = ?
		`),
	};
}
