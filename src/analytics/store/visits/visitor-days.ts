import type { DatabaseSync, SQLTagStore } from "node:sqlite";
import { LRUCache } from "lru-cache";
import { readTraits } from "./read-traits.ts";
import {
	addDay,
	EMPTY_DAY,
	type Session,
	type ViewedPage,
	type VisitorDay,
} from "./visitor-day.ts";

/** Recent visitors. The day of a visitor who returns later is read from the file again. */
const MAX_CACHED_VISITORS = 20_000;

/** A visitor's day: the stored state and the current state. */
export interface StoredDay {
	readonly visitor: Uint8Array;
	/** Whole days since the Unix epoch, UTC. */
	readonly day: number;
	/** State in the file. */
	readonly before: VisitorDay;
	/** Current state. */
	now: VisitorDay;
}

/** Stores the days of visitors while events can still arrive, and caches those of recent visitors. */
export class VisitorDays {
	readonly #sql: SQLTagStore;
	readonly #known = new LRUCache<string, VisitorDay>({ max: MAX_CACHED_VISITORS });
	readonly #open = new Map<string, StoredDay>();
	/** Days by client session. An evicted session is found by its visitor's id. */
	readonly #sessions = new LRUCache<string, Pick<StoredDay, "visitor" | "day">>({
		max: MAX_CACHED_VISITORS,
	});
	#nextSessionId: number;

	constructor(database: DatabaseSync) {
		this.#sql = database.createTagStore();
		this.#nextSessionId = this.#readNextSessionId();
	}

	/** The number that the next session will get. */
	get nextSessionId(): number {
		return this.#nextSessionId;
	}

	/** Days that were read since the last `flush()`. */
	get open(): Iterable<StoredDay> {
		return this.#open.values();
	}

	/** @param day Whole days since the Unix epoch, UTC. */
	find(visitor: Uint8Array, day: number): StoredDay {
		const found = this.#find(visitor, day);
		const { owner } = found.now;
		return owner === undefined ? found : this.find(owner, day);
	}

	/** @returns The day on which the client's session began, for any visitor. */
	findSession(key: string | undefined): StoredDay | undefined {
		const begun = key === undefined ? undefined : this.#sessions.get(key);
		return begun && this.find(begun.visitor, begun.day);
	}

	noteSession(key: string, { visitor, day }: StoredDay): void {
		this.#sessions.set(key, { visitor, day });
	}

	/** Merges a visitor's day into another visitor's day. Only inside a transaction. */
	link(visitor: Uint8Array, to: StoredDay): void {
		const from = this.find(visitor, to.day);
		if (from === to) return;
		to.now = addDay(to.now, from.now, (session, into) => this.fold(session, into));
		from.now = { ...EMPTY_DAY, owner: to.visitor };
	}

	/** Moves sessions to an earlier day, on which they began. @returns That day of the same visitor. */
	move(sessions: readonly Session[], from: StoredDay, day: number): StoredDay {
		const to = this.find(from.visitor, day);
		from.now = {
			...from.now,
			sessions: from.now.sessions.filter((session) => !sessions.includes(session)),
		};
		to.now = {
			sessions: [...to.now.sessions, ...sessions],
			pages: new Set([...to.now.pages, ...from.now.pages]),
		};
		return to;
	}

	#find(visitor: Uint8Array, day: number): StoredDay {
		const key = `${day}:${textOf(visitor)}`;
		const open = this.#open.get(key);
		if (open !== undefined) return open;
		const before = this.#known.get(key) ?? this.#read(visitor, day);
		const found = { visitor, day, before, now: before };
		this.#open.set(key, found);
		return found;
	}

	sessionStarted(): void {
		this.#nextSessionId += 1;
	}

	/** Moves the events of a session to the session that it merges into. Only inside a transaction. */
	fold({ id, first, endedAt }: Session, into: number): void {
		this.#sql.run`
			UPDATE events SET session = ${into}
			WHERE timestamp BETWEEN ${first.at} AND ${endedAt} AND session = ${id}
		`;
		this.#sql.run`DELETE FROM sessions WHERE id = ${id}`;
	}

	/**
	 * Writes changed days. Only inside a transaction.
	 *
	 * @param today Whole days since the Unix epoch. In an import, visits can be far older.
	 */
	flush(today: number): void {
		for (const [key, stored] of this.#open) {
			// Days that are missing in the file are not cached.
			if (stored.now !== EMPTY_DAY) this.#known.set(key, stored.now);
			if (stored.now !== stored.before) this.#save(stored, today);
		}
		this.#open.clear();
	}

	/** Clears the cache after a rollback. */
	forget(): void {
		for (const cache of [this.#known, this.#open, this.#sessions]) cache.clear();
		this.#nextSessionId = this.#readNextSessionId();
	}

	#save({ visitor, day, before, now }: StoredDay, today: number): void {
		const pages = JSON.stringify([...now.pages]);
		const { owner } = now;
		// A list of one string is an owner, not sessions.
		const marks = JSON.stringify(
			owner === undefined ? now.sessions.map(marksOf) : [Buffer.from(owner).toString("base64")],
		);
		this.#sql.run`
			INSERT INTO visitor_days (visitor, day, written_day, seen, sessions)
			VALUES (${visitor}, ${day}, ${today}, ${pages}, ${marks})
			ON CONFLICT DO UPDATE SET
				written_day = excluded.written_day, seen = excluded.seen, sessions = excluded.sessions
		`;
		// Merged sessions keep the lowest number, so it identifies the visitor for the whole day.
		const number = visitorNumber(now);
		const isKnown = number === visitorNumber(before);
		for (const session of now.sessions) {
			if (!isKnown || !before.sessions.includes(session)) saveSession(this.#sql, session, number);
		}
	}

	#read(visitor: Uint8Array, day: number): VisitorDay {
		const row = this.#sql.get`
			SELECT seen, sessions FROM visitor_days WHERE visitor = ${visitor} AND day = ${day}
		`;
		if (row === undefined) return EMPTY_DAY;
		// `#save()` wrote both lists.
		const pages = new Set(JSON.parse(String(row["seen"])) as readonly number[]);
		const marks = JSON.parse(String(row["sessions"])) as readonly SessionMarks[] | [string];
		if (isOwner(marks)) return { ...EMPTY_DAY, owner: Buffer.from(marks[0], "base64") };
		const sessions = marks.flatMap((mark) => {
			const session = this.#sql.get`SELECT * FROM sessions WHERE id = ${mark[0]}`;
			return session === undefined ? [] : readSession(session, mark);
		});
		return { sessions, pages };
	}

	#readNextSessionId(): number {
		return Number(this.#sql.get`SELECT max(id) AS id FROM sessions`?.["id"] ?? 0) + 1;
	}
}

/** Encodes each byte as a character: the shortest unique text. */
function textOf({ buffer, byteOffset, byteLength }: Uint8Array): string {
	return Buffer.from(buffer, byteOffset, byteLength).toString("latin1");
}

/** Facts of a session that its row lacks. Needed while events of its day can still arrive. */
export type SessionMarks = readonly [
	id: number,
	firstUuid: string,
	entry: PageMark,
	exit: PageMark,
	/** The client's session. */
	key?: string | undefined,
];

/** Whether a day has only an owner: another visitor's day has its sessions. */
export function isOwner(marks: readonly SessionMarks[] | [string]): marks is [string] {
	return typeof marks[0] === "string";
}

function visitorNumber({ sessions }: VisitorDay): number {
	return Math.min(...sessions.map(({ id }) => id));
}

/** Time and UUID of a page view; 0 if it is the session's first event, or if there is no view. */
type PageMark = readonly [at: number, uuid: string] | 0;

export function marksOf({ id, first, entry, exit, key }: Session): SessionMarks {
	const markOf = (viewed: ViewedPage | undefined): PageMark =>
		viewed === undefined || viewed.uuid === first.uuid ? 0 : [viewed.at, viewed.uuid];
	const marks = [id, first.uuid, markOf(entry), markOf(exit)] as const;
	return key === undefined ? marks : [...marks, key];
}

/** @param visitor The lowest number of the visitor's sessions on that day. */
export function saveSession(sql: SQLTagStore, session: Session, visitor: number): void {
	const { id, first, endedAt, views, events, entry, exit, traits } = session;
	const pages = { entry: entry?.page ?? null, exit: exit?.page ?? null };
	sql.run`
		INSERT INTO sessions
			(id, started_at, ended_at, views, events, entry_page, exit_page, traits, visitor)
		VALUES (${id}, ${first.at}, ${endedAt}, ${views}, ${events},
			${pages.entry}, ${pages.exit}, ${JSON.stringify(traits)}, ${visitor})
		ON CONFLICT DO UPDATE SET started_at = excluded.started_at, ended_at = excluded.ended_at,
			views = excluded.views, events = excluded.events, entry_page = excluded.entry_page,
			exit_page = excluded.exit_page, traits = excluded.traits, visitor = excluded.visitor
	`;
}

/** The conversions hold because the table is STRICT and only this module writes it. */
export function readSession(
	row: Record<string, unknown>,
	[id, uuid, entryMark, exitMark, key]: SessionMarks,
): Session {
	const first = { at: Number(row["started_at"]), uuid };
	const viewed = (page: unknown, mark: PageMark): ViewedPage | undefined => {
		if (typeof page !== "number") return undefined;
		return mark === 0 ? { ...first, page } : { at: mark[0], uuid: mark[1], page };
	};
	return {
		id,
		key,
		first,
		endedAt: Number(row["ended_at"]),
		views: Number(row["views"]),
		events: Number(row["events"]),
		entry: viewed(row["entry_page"], entryMark),
		exit: viewed(row["exit_page"], exitMark),
		traits: readTraits(String(row["traits"])),
	};
}
