import type { DatabaseSync, StatementSync } from "node:sqlite";
import { DAY_MS, DIMENSIONS, TRAIT_DIMENSIONS } from "../../store/visits/roll-up.ts";
import type { Reader } from "../threads/reader.ts";
import { type NumberedFilters, passes } from "./numbered-filters.ts";
import { emptyTally, type Tally, tallyOf } from "./tally.ts";

export interface RawQuestion {
	/** Milliseconds since the Unix epoch. */
	readonly from: number;
	/** Not included. */
	readonly to: number;
	/** Beginnings of the points of the series; the first is `from`. */
	readonly starts: readonly number[];
	readonly filters: NumberedFilters;
	/** Numbers of `DIMENSIONS` to break down by. */
	readonly dimensions: ReadonlySet<number>;
}

export interface RawFigures {
	/** One for each point. */
	readonly points: readonly Tally[];
	/** Dimension → value → figures. */
	readonly rows: ReadonlyMap<number, ReadonlyMap<number, Tally>>;
}

/** A view as the index has it. */
type ViewRow = readonly [
	timestamp: number,
	session: number,
	page: number | null,
	status: number | null,
];

interface RawSession {
	readonly id: number;
	readonly startedAt: number;
	readonly durationMs: number;
	readonly views: number;
	readonly entryPage: number | null;
	readonly exitPage: number | null;
	readonly traits: readonly (number | null)[];
	readonly visitor: number;
	keptViews: number;
	/** Kept ones that lie in the range. */
	viewsInRange: number;
}

/** Below it, sessions are looked up one by one instead of being read for the whole day. */
const FEW_VIEWS = 2_000;
/** Texts are numbered from 1, and there are fewer than this; with as many sessions it is still an exact number. */
const VALUE_RANGE = 2 ** 27;

/**
 * Counts sessions and views themselves, as the totals would have counted them had there been
 * nothing but what passes the filters.
 *
 * It goes from day to day (UTC): neither a session nor a visitor outlives one, so a day's rows
 * and the figures are all that memory holds.
 */
export class RawCount {
	readonly #question: RawQuestion;
	readonly #statements: ReturnType<typeof prepareStatements>;
	readonly #points: Tally[];
	readonly #rows = new Map<number, Map<number, Tally>>();
	readonly #traitDimensions: readonly (readonly [index: number, dimension: number])[];
	readonly #needsTraits: boolean;
	readonly #checkAsked: Reader["checkAsked"];
	/** Per day and dimension, which visitor was seen with which value; dimension 0 is the visitor alone. */
	readonly #seen = new Map<number, Set<number>>();

	constructor(
		{ database, checkAsked }: Pick<Reader, "database" | "checkAsked">,
		question: RawQuestion,
	) {
		this.#checkAsked = checkAsked;
		this.#question = question;
		this.#statements = prepareStatements(database, question.filters);
		this.#points = question.starts.map(emptyTally);
		for (const dimension of question.dimensions) this.#rows.set(dimension, new Map());
		this.#traitDimensions = TRAIT_DIMENSIONS.map(
			(dimension, index) => [index, dimension] as const,
		).filter(([, dimension]) => question.dimensions.has(dimension));
		this.#needsTraits =
			this.#traitDimensions.length > 0 ||
			question.filters.traits.some((filter) => filter !== undefined);
	}

	run(): RawFigures {
		const { from, to } = this.#question;
		if (from < to) {
			const firstDay = Math.floor(from / DAY_MS);
			for (let day = firstDay; day * DAY_MS < to; day += 1) {
				this.#checkAsked();
				this.#countDay(day * DAY_MS);
			}
		}
		return { points: this.#points, rows: this.#rows };
	}

	#countDay(start: number): void {
		this.#seen.clear();
		const { hasViewFilters } = this.#question.filters;
		const views = this.#readViews(start);
		const isFew = hasViewFilters && views.length < FEW_VIEWS;
		const sessions = isFew ? this.#readSessionsOf(views) : this.#readSessions(start);
		for (const view of views) this.#countView(view, sessions);
		for (const session of sessions.values()) {
			if (hasViewFilters && session.keptViews === 0) continue;
			this.#countSession(session);
		}
	}

	#readViews(start: number): readonly ViewRow[] {
		// The columns are those of the type, of a STRICT table.
		const rows = this.#statements.views.all(start, start + DAY_MS) as unknown as ViewRow[];
		const { page, status } = this.#question.filters;
		return rows.filter((row) => passes(page, row[2]) && passes(status, row[3]));
	}

	#readSessions(start: number): ReadonlyMap<number, RawSession> {
		return this.#keepSessions(this.#statements.sessions.all(start, start + DAY_MS));
	}

	#readSessionsOf(views: readonly ViewRow[]): ReadonlyMap<number, RawSession> {
		const ids = [...new Set(views.map((view) => view[1]))];
		return this.#keepSessions(this.#statements.someSessions.all(JSON.stringify(ids)));
	}

	#keepSessions(rows: readonly unknown[]): ReadonlyMap<number, RawSession> {
		const { entryPage, exitPage, traits } = this.#question.filters;
		const sessions = new Map<number, RawSession>();
		// The columns are those of the statement, of a STRICT table.
		for (const row of rows as readonly SessionRow[]) {
			if (!passes(entryPage, row[4]) || !passes(exitPage, row[5])) continue;
			// Written by the store, as a list in the order of VISIT_TRAITS.
			const values = this.#needsTraits ? (JSON.parse(row[6]) as RawSession["traits"]) : [];
			if (!traits.every((filter, index) => passes(filter, values[index] ?? null))) continue;
			sessions.set(row[0], {
				id: row[0],
				startedAt: row[1],
				durationMs: row[2],
				views: row[3],
				entryPage: row[4],
				exitPage: row[5],
				traits: values,
				visitor: row[7] ?? row[0],
				keptViews: 0,
				viewsInRange: 0,
			});
		}
		return sessions;
	}

	#countView(
		[timestamp, sessionId, page, status]: ViewRow,
		sessions: ReadonlyMap<number, RawSession>,
	): void {
		const session = sessions.get(sessionId);
		const { hasSessionFilters, hasViewFilters } = this.#question.filters;
		// Retention takes sessions a little before their events.
		if (session === undefined && hasSessionFilters) return;
		const point = this.#pointAt(timestamp);
		if (session !== undefined) {
			session.keptViews += 1;
			if (hasViewFilters) this.#countVisitor(session, point);
			this.#countPageVisitor(session, page, point);
		}
		if (point === undefined) return;
		point.views += 1;
		if (session !== undefined) session.viewsInRange += 1;
		this.#addViews(DIMENSIONS.page, page, 1);
		this.#addViews(DIMENSIONS.status, status, 1);
	}

	#countSession(session: RawSession): void {
		const { startedAt, traits, viewsInRange } = session;
		const point = this.#pointAt(startedAt);
		if (!this.#question.filters.hasViewFilters) this.#countVisitor(session, point);
		for (const [index, dimension] of this.#traitDimensions) {
			this.#addViews(dimension, traits[index] ?? null, viewsInRange);
		}
		if (point === undefined) return;
		addSession(point, session);
		this.#addSession(DIMENSIONS.page, session.entryPage, session);
		for (const [index, dimension] of this.#traitDimensions) {
			this.#addSession(dimension, traits[index] ?? null, session);
		}
		const exits = this.#rows.get(DIMENSIONS.exit_page);
		if (exits !== undefined && session.exitPage !== null) {
			tallyOf(exits, session.exitPage).sessions += 1;
		}
	}

	/** Counts a visitor at first sight, by themselves and with each trait of the session. */
	#countVisitor({ visitor, traits }: RawSession, point: Tally | undefined): void {
		if (this.#isFirst(0, visitor, 0) && point !== undefined) point.visitors += 1;
		for (const [index, dimension] of this.#traitDimensions) {
			const value = traits[index] ?? null;
			if (value === null || !this.#isFirst(dimension, visitor, value)) continue;
			if (point !== undefined) this.#row(dimension, value).visitors += 1;
		}
	}

	#countPageVisitor({ visitor }: RawSession, page: number | null, point: Tally | undefined): void {
		if (page === null || !this.#rows.has(DIMENSIONS.page)) return;
		if (!this.#isFirst(DIMENSIONS.page, visitor, page)) return;
		if (point !== undefined) this.#row(DIMENSIONS.page, page).visitors += 1;
	}

	#isFirst(dimension: number, visitor: number, value: number): boolean {
		const seen = this.#seen.get(dimension) ?? new Set();
		this.#seen.set(dimension, seen);
		const before = seen.size;
		seen.add(visitor * VALUE_RANGE + value);
		return seen.size > before;
	}

	#addViews(dimension: number, value: number | null, count: number): void {
		if (value === null || count === 0 || !this.#rows.has(dimension)) return;
		this.#row(dimension, value).views += count;
	}

	#addSession(dimension: number, value: number | null, session: RawSession): void {
		if (value === null || !this.#rows.has(dimension)) return;
		addSession(this.#row(dimension, value), session);
	}

	#row(dimension: number, value: number): Tally {
		return tallyOf(this.#rows.get(dimension) ?? new Map<number, Tally>(), value);
	}

	/** @returns The point that a moment lies in, or `undefined` outside of the range. */
	#pointAt(time: number): Tally | undefined {
		const { from, to, starts } = this.#question;
		if (time < from || time >= to) return undefined;
		let low = 0;
		let high = starts.length - 1;
		while (low < high) {
			const middle = (low + high + 1) >> 1;
			// Between two places of the list.
			if ((starts[middle] as number) <= time) low = middle;
			else high = middle - 1;
		}
		return this.#points[low];
	}
}

type SessionRow = readonly [
	id: number,
	startedAt: number,
	durationMs: number,
	views: number,
	entryPage: number | null,
	exitPage: number | null,
	traits: string,
	visitor: number | null,
];

function addSession(tally: Tally, { views, durationMs }: RawSession): void {
	tally.sessions += 1;
	if (views <= 1) tally.bounces += 1;
	tally.durationMs += durationMs;
}

/** In the order of time, which is what decides about first sight. */
function prepareStatements(database: DatabaseSync, { page, status }: NumberedFilters) {
	const columns =
		"id, started_at, ended_at - started_at, views, entry_page, exit_page, traits, visitor";
	const narrowed = [["page", page] as const, ["status", status] as const].flatMap(
		([column, filter]) => {
			// Left to SQLite where it can: most rows of a day are then never seen here.
			const values = filter?.is === undefined ? undefined : [...filter.is];
			if (values === undefined || values.includes(null)) return [];
			return [`AND ${column} IN (${values.map(Number).join(", ")})`];
		},
	);
	return {
		views: asArrays(
			database.prepare(`
				SELECT timestamp, session, page, status FROM events
				WHERE timestamp >= ? AND timestamp < ? AND session IS NOT NULL
					AND name = (SELECT id FROM strings WHERE text = '$pageview') ${narrowed.join(" ")}
				ORDER BY timestamp
			`),
		),
		sessions: asArrays(
			database.prepare(`
				SELECT ${columns} FROM sessions WHERE started_at >= ? AND started_at < ? ORDER BY started_at
			`),
		),
		someSessions: asArrays(
			database.prepare(`
				SELECT ${columns} FROM sessions WHERE id IN (SELECT value FROM json_each(?)) ORDER BY started_at
			`),
		),
	};
}

/** Rows as arrays cost half of what they cost as objects. */
function asArrays(statement: StatementSync): StatementSync {
	statement.setReturnArrays(true);
	return statement;
}
