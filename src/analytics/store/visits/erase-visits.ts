import type { DatabaseSync, SQLTagStore } from "node:sqlite";
import { numberOf, readUuid } from "../database/stored-id.ts";
import { DAY_MS, DIMENSIONS, dayOf, monthOfDay, PERIODS, quarterOf } from "../totals/roll-up.ts";
import { RollUpWriter } from "../totals/roll-up-writer.ts";
import {
	addRow,
	contributionsOf,
	EMPTY_DAY,
	type Session,
	type VisitorDay,
	type VisitRow,
} from "./visitor-day.ts";
import { isOwner, marksOf, readSession, type SessionMarks, saveSession } from "./visitor-days.ts";

/** Columns of a deleted event. */
export interface ErasedEvent {
	readonly timestamp: number;
	readonly name: number;
	readonly session: number | undefined;
	readonly bot: number | undefined;
	readonly page: number | undefined;
	readonly status: number | undefined;
}

export interface ErasedVisits {
	/** Number of sessions without remaining events. */
	readonly sessions: number;
	/** Totals that counted the events, as numbers of `DIMENSIONS` and of `strings`. */
	readonly counted: readonly { readonly dimension: number; readonly value: number }[];
}

export interface EraseVisitsOptions {
	readonly database: DatabaseSync;
	/** Numbers of the names of views. */
	readonly views: ReadonlySet<unknown>;
	/** Number of the text `(other)`. */
	readonly other: number | undefined;
	/** First day with all of its events, in days since the Unix epoch. Earlier days have totals only. */
	readonly firstDay: number;
}

/**
 * Subtracts deleted events from the totals: recomputes the visitors' days without them and applies the
 * difference. A session with other events keeps its traits. Only inside a transaction, after the rows of the
 * events are deleted.
 */
export function eraseVisits(
	erased: readonly ErasedEvent[],
	options: EraseVisitsOptions,
): ErasedVisits {
	const eraser = new VisitEraser(options);
	eraser.erase(erased);
	return eraser.finish();
}

/** A remaining event. */
interface LeftEvent extends Omit<VisitRow, "traits"> {
	/** Row number. */
	readonly id: number;
}

class VisitEraser {
	readonly #options: EraseVisitsOptions;
	readonly #sql: SQLTagStore;
	readonly #rollUps: RollUpWriter;
	readonly #counted = new Map<string, { readonly dimension: number; readonly value: number }>();
	readonly #days = new Set<number>();
	#sessions = 0;

	constructor(options: EraseVisitsOptions) {
		this.#options = options;
		this.#sql = options.database.createTagStore();
		this.#rollUps = new RollUpWriter(options.database);
	}

	erase(events: readonly ErasedEvent[]): void {
		for (const event of events) this.#uncount(dayOf(event.timestamp), event);
		const ids = new Set(events.flatMap(({ session }) => session ?? []));
		const rows = [...ids]
			.map((id) => this.#sql.get`SELECT id, visitor, started_at FROM sessions WHERE id = ${id}`)
			.filter((row) => row !== undefined);
		// A visitor's number is valid for one day.
		const days = new Map(
			rows.map((row) => [Number(row["visitor"] ?? row["id"]), dayOf(Number(row["started_at"]))]),
		);
		for (const [visitor, day] of days) this.#eraseVisitor(day, visitor, { ids, events });
	}

	finish(): ErasedVisits {
		this.#rollUps.flush();
		for (const day of this.#days) {
			for (let dimension = 0; dimension <= MAX_DIMENSION; dimension += 1) {
				this.#removeZeros(PERIODS.day, dimension, day);
				this.#removeZeros(PERIODS.month, dimension, monthOfDay(day));
			}
		}
		return { sessions: this.#sessions, counted: [...this.#counted.values()] };
	}

	#removeZeros(period: number, dimension: number, bucket: number): void {
		this.#sql.run`
			DELETE FROM roll_ups
			WHERE period = ${period} AND dimension = ${dimension} AND bucket = ${bucket}
				AND views = 0 AND visitors = 0 AND sessions = 0 AND bounces = 0 AND duration_ms = 0
		`;
	}

	/** Subtracts the views of one event, apart from its session. */
	#uncount(day: number, { timestamp, name, bot, session, page, status }: ErasedEvent): void {
		const { views, other = 0 } = this.#options;
		const [dimension, value] = bot === undefined ? [DIMENSIONS.event, name] : [DIMENSIONS.bot, bot];
		const row = this.#sql.get`
			SELECT 1 FROM roll_ups WHERE period = ${PERIODS.day} AND dimension = ${dimension}
				AND bucket = ${day} AND value = ${value}
		`;
		this.#addViews(day, dimension, row === undefined ? other : value);
		const isView = views.has(name) || page !== undefined || status !== undefined;
		if (session === undefined || !isView) return;
		if (page !== undefined) this.#addViews(day, DIMENSIONS.page, page);
		if (status !== undefined) this.#addViews(day, DIMENSIONS.status, status);
		if (day < this.#options.firstDay) return;
		this.#rollUps.changeOf(day, { quarter: quarterOf(timestamp) }).views -= 1;
		this.#rollUps.changeOf(day, { dimension: DIMENSIONS.all, value: 0 }).views -= 1;
	}

	#addViews(day: number, dimension: number, value: number): void {
		this.#note(dimension, value);
		if (day < this.#options.firstDay) return;
		this.#days.add(day);
		this.#rollUps.changeOf(day, { dimension, value }).views -= 1;
	}

	#note(dimension: number, value: number): void {
		if (dimension !== DIMENSIONS.all)
			this.#counted.set(`${dimension} ${value}`, { dimension, value });
	}

	#eraseVisitor(
		day: number,
		visitor: number,
		{ ids, events }: { readonly ids: ReadonlySet<number>; readonly events: readonly ErasedEvent[] },
	): void {
		const sessions = this.#sql.all`
			SELECT * FROM sessions WHERE started_at >= ${day * DAY_MS}
				AND started_at < ${(day + 1) * DAY_MS} AND coalesce(visitor, id) = ${visitor}
		`.map((row) => readSession(row, [Number(row["id"]), "", 0, 0]));
		const own = new Set(sessions.map(({ id }) => id));
		const pages = events.flatMap(({ session, page }) =>
			session !== undefined && own.has(session) && page !== undefined ? page : [],
		);
		let now: VisitorDay = EMPTY_DAY;
		const kept = new Set<number>();
		for (const session of sessions) {
			const rest = this.#rowsOf(session);
			for (const { page } of rest) if (page !== undefined) kept.add(page);
			// Separately: a client can have two sessions at the same time.
			const left = ids.has(session.id) ? this.#rebuild(session, rest) : [session];
			now = { ...now, sessions: [...now.sessions, ...left] };
		}
		const before = { sessions, pages: new Set([...pages, ...kept]) };
		const after = { sessions: now.sessions, pages: kept };
		this.#apply(day, before, -1);
		this.#apply(day, after, 1);
		this.#save(
			sessions.filter(({ id }) => ids.has(id)),
			after,
		);
		this.#saveVisitorDay(day, after, own);
	}

	#rowsOf({ id, first, endedAt }: Session): readonly LeftEvent[] {
		const rows = this.#sql.all`
			SELECT id, timestamp, uuid, name, page, status FROM events
			WHERE timestamp BETWEEN ${first.at} AND ${endedAt} AND session = ${id}
			ORDER BY timestamp, uuid
		`;
		return rows.map((row) => ({
			id: Number(row["id"]),
			at: Number(row["timestamp"]),
			uuid: readUuid(row["uuid"]),
			// Only views have a page and a status.
			isView:
				this.#options.views.has(row["name"]) || row["page"] !== null || row["status"] !== null,
			page: numberOf(row["page"]),
		}));
	}

	/** Rebuilds a session from its remaining events. A new gap splits it. */
	#rebuild({ id, traits }: Session, rows: readonly LeftEvent[]): readonly Session[] {
		let now = EMPTY_DAY;
		let session = id;
		for (const [index, row] of rows.entries()) {
			const before = now.sessions.length;
			const isNew = index > 0;
			const number = isNew ? this.#nextId() : id;
			now = addRow(now, { ...row, traits }, number);
			if (isNew && now.sessions.length > before) session = this.#claim(number, row.at);
			if (session === id) continue;
			this.#sql.run`UPDATE events SET session = ${session} WHERE id = ${row.id}`;
		}
		return now.sessions;
	}

	#nextId(): number {
		return Number(this.#sql.get`SELECT max(id) AS id FROM sessions`?.["id"] ?? 0) + 1;
	}

	/** Saves the number immediately, so that `#nextId()` does not return it again. */
	#claim(id: number, at: number): number {
		const session = { id, first: { at, uuid: "" }, endedAt: at, views: 0, events: 0, traits: [] };
		const unknown = { entry: undefined, exit: undefined, key: undefined };
		saveSession(this.#sql, { ...session, ...unknown }, id);
		return id;
	}

	#apply(day: number, visitorDay: VisitorDay, sign: 1 | -1): void {
		const contributions = contributionsOf(visitorDay);
		for (const { target } of contributions) {
			if (sign < 0 && "dimension" in target) this.#note(target.dimension, target.value);
		}
		if (day < this.#options.firstDay || contributions.length === 0) return;
		this.#days.add(day);
		this.#rollUps.add(day, contributions, sign);
	}

	/** @param erased Sessions with deleted events. */
	#save(erased: readonly Session[], after: VisitorDay): void {
		const left = new Set(after.sessions.map(({ id }) => id));
		for (const { id } of erased) {
			if (left.has(id)) continue;
			this.#sql.run`DELETE FROM sessions WHERE id = ${id}`;
			this.#sessions += 1;
		}
		const visitor = Math.min(...left);
		for (const session of after.sessions) saveSession(this.#sql, session, visitor);
	}

	/** Updates the visitor's day, which maps a visitor key to its sessions while events can still arrive. */
	#saveVisitorDay(day: number, { sessions, pages }: VisitorDay, own: ReadonlySet<number>): void {
		const rows = this.#sql.all`SELECT visitor, sessions FROM visitor_days WHERE day = ${day}`;
		for (const row of rows) {
			// `VisitorDays` wrote the column.
			const marks = JSON.parse(String(row["sessions"])) as readonly SessionMarks[] | [string];
			if (isOwner(marks) || !marks.some(([id]) => own.has(id))) continue;
			const known = new Map(marks.map((mark) => [mark[0], mark]));
			const list = sessions.map((session) =>
				session.first.uuid === "" ? (known.get(session.id) ?? marksOf(session)) : marksOf(session),
			);
			const visitor = row["visitor"] ?? null;
			if (list.length === 0) {
				this.#sql.run`DELETE FROM visitor_days WHERE visitor = ${visitor} AND day = ${day}`;
			} else {
				this.#sql.run`
					UPDATE visitor_days SET seen = ${JSON.stringify([...pages])},
						sessions = ${JSON.stringify(list)} WHERE visitor = ${visitor} AND day = ${day}
				`;
			}
			return;
		}
	}
}

const MAX_DIMENSION = Math.max(...Object.values(DIMENSIONS));
