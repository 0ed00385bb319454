import type { DatabaseSync } from "node:sqlite";
import { BoundedMap } from "./bounded-map.ts";
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

	constructor(database: DatabaseSync) {
		this.#statements = prepareStatements(database);
		this.#nextSessionId = this.#readNextSessionId();
	}

	/** @param day Whole days since the Unix epoch, UTC. */
	find(visitor: Uint8Array, day: number): VisitorDay {
		const key = `${day}:${Buffer.from(visitor).toString("base64")}`;
		const cached = this.#visitors.get(key);
		if (cached !== undefined) return cached;
		const read = this.#readVisitor(visitor, day);
		this.#visitors.set(key, read);
		return read;
	}

	startSession(visitor: VisitorDay, traits: Session["traits"], timestamp: number): Session {
		const session: Session = {
			id: this.#nextSessionId++,
			startedAt: timestamp,
			endedAt: timestamp,
			views: 0,
			events: 0,
			entryPage: undefined,
			exitPage: undefined,
			traits,
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
		const { id, startedAt, endedAt, views, events, entryPage, exitPage, traits } = session;
		const pages = [entryPage ?? null, exitPage ?? null] as const;
		if (session.isStored) {
			this.#statements.updateSession.run(endedAt, views, events, ...pages, id);
			return;
		}
		const row = [id, startedAt, endedAt, views, events, ...pages] as const;
		this.#statements.insertSession.run(...row, JSON.stringify(traits));
		session.isStored = true;
	}

	#readNextSessionId(): number {
		return Number(this.#statements.lastSession.get()?.["id"] ?? 0) + 1;
	}
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
				(id, started_at, ended_at, views, events, entry_page, exit_page, traits)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?)
		`),
		updateSession: database.prepare(`
			UPDATE sessions SET ended_at = ?, views = ?, events = ?, entry_page = ?, exit_page = ?
			WHERE id = ?
		`),
	};
}
