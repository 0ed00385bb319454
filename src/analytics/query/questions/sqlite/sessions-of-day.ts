import type { DatabaseSync, StatementSync } from "node:sqlite";
import { DAY_MS } from "../../../store/totals/roll-up.ts";
import { readTraits } from "../../../store/visits/read-traits.ts";
import type { TraitNumbers } from "../../../store/visits/visitor-day.ts";
import { prepareEach } from "../../threads/prepare-each.ts";

/** Sessions that are read one by one; after this, all sessions of the day are read at once. */
const MAX_LOOKUPS = 300;

/** The sessions that have events of one day (UTC). */
export class SessionsOfDay {
	readonly #statements;
	readonly #eachSession;
	#start = 0;
	/** Session → visitor, only for sessions whose visitor has another number. */
	#visitors: Map<number, number> | undefined;
	#sessions = new Map<number, ScannedSession>();
	#isWhole = false;

	constructor(database: DatabaseSync) {
		const prepare = (text: string): StatementSync => {
			const statement = database.prepare(text);
			statement.setReturnArrays(true);
			return statement;
		};
		this.#statements = {
			visitors: prepare(sessionsOfDay("id, visitor", "?1", "AND visitor <> id")),
			one: prepare(`SELECT ${COLUMNS} FROM sessions WHERE id = ?`),
		};
		const add = (...row: SessionRow): undefined => {
			this.#add(row);
		};
		this.#eachSession = prepareEach(database, add, {
			...{ name: "each_session", columns: COLUMNS.split(", ") },
			rest: `FROM (${sessionsOfDay("*", "?1", "")})`,
		});
	}

	/** @param start Beginning of the day, in milliseconds since the Unix epoch. */
	turnTo(start: number): void {
		this.#start = start;
		this.#sessions = new Map();
		this.#isWhole = false;
		this.#visitors = undefined;
	}

	visitorOf(session: number): number {
		// The columns are those of the statement, of a STRICT table.
		this.#visitors ??= new Map(
			this.#statements.visitors.all(this.#start) as unknown as readonly [
				id: number,
				visitor: number,
			][],
		);
		return this.#visitors.get(session) ?? session;
	}

	get(id: number): ScannedSession | undefined {
		const known = this.#sessions.get(id);
		if (known !== undefined || this.#isWhole) return known;
		if (this.#sessions.size >= MAX_LOOKUPS) {
			this.#eachSession(this.#start);
			this.#isWhole = true;
			return this.#sessions.get(id);
		}
		// The columns are those of the statement, of a STRICT table.
		const row = this.#statements.one.get(id) as unknown as SessionRow | undefined;
		return row && this.#add(row);
	}

	#add(row: SessionRow): ScannedSession {
		const session = new ScannedSession(row);
		this.#sessions.set(session.id, session);
		return session;
	}
}

const COLUMNS = "id, started_at, ended_at - started_at, views, entry_page, exit_page, traits";

/**
 * SQL of the sessions with events of a day: sessions that began on it, or that continued past its
 * first midnight.
 *
 * @param midnight SQL of the start of the day.
 * @param where SQL of further conditions, with a leading `AND`.
 */
export function sessionsOfDay(columns: string, midnight: string, where: string): string {
	return `SELECT ${columns} FROM sessions
		WHERE started_at >= ${midnight} AND started_at < ${midnight} + ${DAY_MS} ${where}
		UNION ALL SELECT ${columns} FROM sessions INDEXED BY sessions_past_midnight
		WHERE ended_at / 86400000 > started_at / 86400000
			AND started_at >= ${midnight} - ${DAY_MS} AND started_at < ${midnight} ${where}`;
}

/** Whether a session has events of two days (UTC). */
export function isPastMidnight({ startedAt, durationMs }: ScannedSession): boolean {
	return Math.floor(startedAt / DAY_MS) !== Math.floor((startedAt + durationMs) / DAY_MS);
}

type SessionRow = readonly [
	id: number,
	startedAt: number,
	durationMs: number,
	views: number,
	entryPage: number | null,
	exitPage: number | null,
	traits: string,
];

export class ScannedSession {
	readonly id: number;
	readonly startedAt: number;
	readonly durationMs: number;
	readonly views: number;
	readonly entryPage: number | null;
	readonly exitPage: number | null;
	readonly #text: string;
	#traits: TraitNumbers | undefined;

	constructor([id, startedAt, durationMs, views, entryPage, exitPage, text]: SessionRow) {
		this.id = id;
		this.startedAt = startedAt;
		this.durationMs = durationMs;
		this.views = views;
		this.entryPage = entryPage;
		this.exitPage = exitPage;
		this.#text = text;
	}

	/** In the order of `VISIT_TRAITS`; parsed on first use. */
	get traits(): TraitNumbers {
		this.#traits ??= readTraits(this.#text);
		return this.#traits;
	}
}
