import type { DatabaseSync } from "node:sqlite";
import { BoundedMap } from "./bounded-map.ts";
import { VISIT_TRAITS, type Visit } from "./new-event.ts";
import { DIMENSIONS, dayOf, hourOf, TRAIT_DIMENSIONS } from "./roll-up.ts";
import type { RollUpValues } from "./roll-up-values.ts";
import type { RollUpWriter } from "./roll-up-writer.ts";

/** A visitor who is silent for longer has left; what comes next is a new session. */
export const SESSION_GAP_MS = 30 * 60_000;

/** Visitors of the last minutes; those who return later are read from the file again. */
const MAX_CACHED_VISITORS = 20_000;

/** Marks in `seen` are value · 32 + dimension; no dimension has this number. */
const SEEN_HOUR = 31;
const MARK_RANGE = 32;

interface Session {
	readonly id: number;
	readonly startedAt: number;
	endedAt: number;
	views: number;
	events: number;
	entryPage: number | undefined;
	exitPage: number | undefined;
	/** Numbers of the traits' values, in the order of `VISIT_TRAITS`. */
	readonly traits: readonly (number | undefined)[];
	isStored: boolean;
}

interface VisitorDay {
	readonly visitor: Uint8Array;
	readonly day: number;
	/** What this visitor has been counted for today, so that nothing counts them twice. */
	readonly seen: Set<number>;
	/** In the order in which they began. A visitor key lives for a day, so these are few. */
	readonly sessions: Session[];
}

/** A visit with its texts replaced by their numbers. */
interface NumberedVisit {
	readonly isView: boolean;
	readonly page: number | undefined;
	readonly status: number | undefined;
	readonly timestamp: number;
}

export interface VisitOptions {
	readonly database: DatabaseSync;
	readonly values: RollUpValues;
	readonly rollUps: RollUpWriter;
}

/**
 * Rebuilds sessions from single events and counts visitors, exactly, per day. It cannot be
 * an ingest step: what a visit adds to the totals depends on what is in the store, and must
 * be written, or rolled back, together with the event.
 */
export class Visits {
	readonly #values: RollUpValues;
	readonly #rollUps: RollUpWriter;
	readonly #statements: ReturnType<typeof prepareStatements>;
	readonly #visitors = new BoundedMap<string, VisitorDay>(MAX_CACHED_VISITORS);
	readonly #changedVisitors = new Set<VisitorDay>();
	readonly #changedSessions = new Set<Session>();
	#nextSessionId: number;

	constructor({ database, values, rollUps }: VisitOptions) {
		this.#values = values;
		this.#rollUps = rollUps;
		this.#statements = prepareStatements(database);
		this.#nextSessionId = this.#readNextSessionId();
	}

	/** @returns The number of the session that the event belongs to. Only inside a transaction. */
	count(visit: Visit, timestamp: number): number {
		const visitor = this.#visitorOf(visit.visitor, dayOf(timestamp));
		const numbered = {
			isView: visit.isView,
			page: this.#numberOf(visitor.day, DIMENSIONS.page, visit.page),
			status: this.#numberOf(visitor.day, DIMENSIONS.status, visit.status),
			timestamp,
		};
		const known = visitor.sessions.findLast((session) => isWithin(session, timestamp));
		const session = known ?? this.#startSession(visitor, visit, timestamp);
		this.#changedSessions.add(session);
		this.#extendSession(session, numbered);
		this.#countVisitor(visitor, session, numbered);
		if (visit.isView) this.#countView(session, numbered);
		return session.id;
	}

	/**
	 * Writes the visitors and sessions that `count()` changed. Only inside a transaction.
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

	#startSession(visitor: VisitorDay, { traits }: Visit, timestamp: number): Session {
		const session: Session = {
			id: this.#nextSessionId++,
			startedAt: timestamp,
			endedAt: timestamp,
			views: 0,
			events: 0,
			entryPage: undefined,
			exitPage: undefined,
			traits: VISIT_TRAITS.map((trait) =>
				this.#numberOf(visitor.day, DIMENSIONS[trait], traits[trait]),
			),
			isStored: false,
		};
		visitor.sessions.push(session);
		this.#changedVisitors.add(visitor);
		for (const delta of this.#deltasOf(session)) {
			delta.sessions += 1;
			delta.bounces += 1;
		}
		return session;
	}

	#extendSession(session: Session, { isView, page, timestamp }: NumberedVisit): void {
		session.events += 1;
		const gained = Math.max(0, timestamp - session.endedAt);
		const stopsBouncing = isView && session.views === 1;
		session.endedAt += gained;
		if (isView) session.views += 1;
		for (const delta of this.#deltasOf(session)) {
			delta.durationMs += gained;
			if (stopsBouncing) delta.bounces -= 1;
		}
		if (isView && page !== undefined) this.#moveTo(session, page, timestamp);
	}

	/** Enters a session at its first page, and moves its end to the page seen last. */
	#moveTo(session: Session, page: number, timestamp: number): void {
		if (session.entryPage === undefined) {
			session.entryPage = page;
			const entry = this.#ofDay(session.startedAt, DIMENSIONS.page, page);
			entry.sessions += 1;
			entry.durationMs += session.endedAt - session.startedAt;
			if (session.views <= 1) entry.bounces += 1;
		}
		if (timestamp < session.endedAt || page === session.exitPage) return;
		if (session.exitPage !== undefined) {
			this.#ofDay(session.startedAt, DIMENSIONS.exit_page, session.exitPage).sessions -= 1;
		}
		this.#ofDay(session.startedAt, DIMENSIONS.exit_page, page).sessions += 1;
		session.exitPage = page;
	}

	#countVisitor(visitor: VisitorDay, session: Session, visit: NumberedVisit): void {
		const { timestamp, page } = visit;
		if (markSeen(visitor, SEEN_HOUR, hourOf(timestamp))) {
			this.#changedVisitors.add(visitor);
			this.#rollUps.ofHour(timestamp).visitors += 1;
		}
		const markAndCount = (dimension: number, value: number | undefined): void => {
			if (value === undefined || !markSeen(visitor, dimension, value)) return;
			this.#changedVisitors.add(visitor);
			this.#ofDay(timestamp, dimension, value).visitors += 1;
		};
		markAndCount(DIMENSIONS.all, 0);
		markAndCount(DIMENSIONS.page, page);
		session.traits.forEach((value, index) => {
			// The two lists are one: TRAIT_DIMENSIONS is made from VISIT_TRAITS.
			markAndCount(TRAIT_DIMENSIONS[index] as number, value);
		});
	}

	#countView(session: Session, { timestamp, page, status }: NumberedVisit): void {
		const count = (dimension: number, value: number | undefined): void => {
			if (value !== undefined) this.#ofDay(timestamp, dimension, value).views += 1;
		};
		this.#rollUps.ofHour(timestamp).views += 1;
		count(DIMENSIONS.all, 0);
		count(DIMENSIONS.page, page);
		count(DIMENSIONS.status, status);
		session.traits.forEach((value, index) => {
			count(TRAIT_DIMENSIONS[index] as number, value);
		});
	}

	/** Everything that a session is counted under, by the moment it started. */
	*#deltasOf({ startedAt, entryPage, traits }: Session) {
		yield this.#rollUps.ofHour(startedAt);
		yield this.#ofDay(startedAt, DIMENSIONS.all, 0);
		if (entryPage !== undefined) yield this.#ofDay(startedAt, DIMENSIONS.page, entryPage);
		for (const [index, value] of traits.entries()) {
			const dimension = TRAIT_DIMENSIONS[index];
			if (value !== undefined && dimension !== undefined) {
				yield this.#ofDay(startedAt, dimension, value);
			}
		}
	}

	#ofDay(timestamp: number, dimension: number, value: number) {
		return this.#rollUps.ofDay({ day: dayOf(timestamp), dimension, value });
	}

	#visitorOf(visitor: Uint8Array, day: number): VisitorDay {
		const key = `${day}:${Buffer.from(visitor).toString("base64")}`;
		const cached = this.#visitors.get(key);
		if (cached !== undefined) return cached;
		const read = this.#readVisitor(visitor, day);
		this.#visitors.set(key, read);
		return read;
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

	#numberOf(day: number, dimension: number, text: string | undefined): number | undefined {
		return text === undefined ? undefined : this.#values.numberOf({ day, dimension, text });
	}

	#readNextSessionId(): number {
		return Number(this.#statements.lastSession.get()?.["id"] ?? 0) + 1;
	}
}

function isWithin({ startedAt, endedAt }: Session, timestamp: number): boolean {
	return timestamp >= startedAt - SESSION_GAP_MS && timestamp <= endedAt + SESSION_GAP_MS;
}

/** @returns Whether this is the first time. */
function markSeen({ seen }: VisitorDay, dimension: number, value: number): boolean {
	const mark = value * MARK_RANGE + dimension;
	if (seen.has(mark)) return false;
	seen.add(mark);
	return true;
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
