import type { DatabaseSync } from "node:sqlite";
import type { StoreLimits } from "../analytics-store.ts";
import { readStoredId, storedId } from "../database/stored-id.ts";
import { inTransaction } from "../database/transaction.ts";
import type { Groups } from "../people/groups.ts";
import type { Persons } from "../people/persons.ts";
import type { Strings } from "../texts/strings.ts";
import { DAY_MS, dayOf, HOUR_MS } from "../totals/roll-up.ts";
import { UnusedTexts } from "../totals/unused-texts.ts";
import type { SizeCap } from "./size-cap.ts";

/** Rows in one transaction: few enough that ingest hardly waits. */
const ROWS_PER_STEP = 2_000;
/** Steps in one call; the next call, some seconds later, goes on. */
const STEPS_PER_CALL = 10;
/** Share of all events that is deleted by age in an hour at most: a wrong clock must not delete them all. */
const SHARE_PER_HOUR = 1 / 20;
/** A visitor key can be made again as long as its day's salt lives, and no longer. */
const VISITOR_DAYS = 2;

export interface RetentionOptions {
	readonly database: DatabaseSync;
	readonly cap: SizeCap;
	readonly strings: Strings;
	readonly persons: Persons;
	readonly groups: Groups;
	/** Number of the last event that may be deleted to free room: the other store does not have later ones yet. */
	readonly lastSpare: () => number;
	/** Called when texts were deleted: caches of their numbers are stale. */
	readonly textsDeleted: () => void;
}

/**
 * Deletes raw events that are too old or too many, with persons and groups that have no other
 * event and names that nothing else has. Totals are never touched.
 */
export class Retention {
	readonly #database: DatabaseSync;
	readonly #statements: ReturnType<typeof prepareStatements>;
	readonly #cap: SizeCap;
	#hour: number | undefined = undefined;
	#leftInHour = 0;

	/** When the log was last emptied of what had been deleted, and whether it holds such rows again. */
	#emptiedLogAt = -Infinity;
	#hasDropped = false;
	readonly #options: RetentionOptions;
	readonly #unusedTexts: UnusedTexts;

	constructor(options: RetentionOptions) {
		const { database, cap } = options;
		this.#options = options;
		this.#unusedTexts = new UnusedTexts(database);
		this.#database = database;
		this.#cap = cap;
		this.#statements = prepareStatements(database);
	}

	/**
	 * @returns Since when raw events are all there, in milliseconds since the Unix epoch. What is
	 * older has been counted and deleted, or will be within seconds.
	 */
	keptSince({ retentionDays }: StoreLimits, now: number): number {
		const deletedBefore = Number(this.#statements.deletedBefore.get()?.["value"] ?? -Infinity);
		return Math.max(deletedBefore, now - retentionDays * DAY_MS);
	}

	run({ retentionDays, maxFileBytes }: StoreLimits, now: number): void {
		const oldest = now - retentionDays * DAY_MS;
		this.#statements.dropVisitorDays.run(dayOf(now) - VISITOR_DAYS);
		this.#startHour(Math.floor(now / HOUR_MS));
		this.#repeat(() => this.#dropExpired(oldest));
		this.#dropMembers(oldest);
		this.#dropTexts();
		this.#emptyLog(now);
		this.#cap.set(maxFileBytes);
		this.#repeat(() => this.holdSize());
		this.#cap.tidy();
	}

	/** Deletes the oldest events where the file is too large. @returns Whether there may be more to delete. */
	holdSize(): boolean {
		if (!this.#cap.isReached()) return false;
		const isDropped = this.#dropOldest();
		this.#cap.tidy();
		return isDropped;
	}

	#repeat(step: () => boolean): void {
		for (let count = 0; count < STEPS_PER_CALL; count += 1) if (!step()) return;
	}

	#startHour(hour: number): void {
		if (hour === this.#hour) return;
		this.#hour = hour;
		this.#leftInHour = Math.ceil(Number(this.#statements.extent.get()?.["count"]) * SHARE_PER_HOUR);
	}

	/** @returns Whether there may be more to delete. */
	#dropExpired(oldest: number): boolean {
		const limit = Math.min(ROWS_PER_STEP, this.#leftInHour);
		const dropped = limit > 0 ? this.#dropBefore(oldest, limit) : 0;
		this.#leftInHour -= dropped;
		return dropped === ROWS_PER_STEP;
	}

	/** Deletes members of groups without recent events. */
	#dropMembers(oldest: number): void {
		const kept = Number(this.#statements.nthOldest.get(0)?.["timestamp"] ?? oldest);
		if (kept < oldest) return;
		inTransaction(this.#database, () => this.#options.groups.retire(oldest));
	}

	/** Sessions go with the last of their events. @returns How many events were deleted. */
	#dropBefore(timestamp: number, limit: number, last = Number.MAX_SAFE_INTEGER): number {
		return inTransaction(this.#database, () => {
			const dropped = this.#statements.dropEvents.all(timestamp, last, limit);
			const newest = dropped.reduce(
				(max, row) => Math.max(max, Number(row["timestamp"])),
				-Infinity,
			);
			if (dropped.length > 0) this.#statements.saveDeletedBefore.run(String(newest + 1));
			this.#dropOwners(dropped);
			this.#options.groups.retire(Math.min(timestamp, newest + 1));
			const kept = Number(this.#statements.nthOldest.get(0)?.["timestamp"] ?? timestamp);
			this.#statements.dropSessions.run(Math.min(timestamp, kept), ROWS_PER_STEP);
			return dropped.length;
		});
	}

	/** @param dropped Rows of events that are gone. */
	#dropOwners(dropped: readonly Record<string, unknown>[]): void {
		const { strings, persons } = this.#options;
		for (const { name, bot } of dropped) {
			strings.count(Number(name), -1);
			if (typeof bot === "number") strings.count(bot, -1);
		}
		strings.flush();
		if (dropped.length > 0) {
			this.#hasDropped = true;
			this.#unusedTexts.look();
		}
		for (const distinctId of new Set(dropped.map((row) => readStoredId(row["distinct_id"])))) {
			const person = this.#hasEvents(distinctId) ? undefined : persons.find(distinctId);
			const ids = person?.distinctIds ?? [];
			if (person !== undefined && !ids.some((id) => this.#hasEvents(id))) persons.erase(person);
		}
	}

	#hasEvents(distinctId: string): boolean {
		return this.#statements.anyOf.get(storedId(distinctId)) !== undefined;
	}

	/** secure_delete zeroes rows; the log still holds the pages as they were. Emptying it waits for readers. */
	#emptyLog(now: number): void {
		if (!this.#hasDropped || now - this.#emptiedLogAt < HOUR_MS) return;
		this.#hasDropped = false;
		this.#emptiedLogAt = now;
		this.#database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
	}

	#dropTexts(): void {
		const removed = inTransaction(this.#database, () => this.#unusedTexts.step());
		if (removed > 0) this.#options.textsDeleted();
	}

	#dropOldest(): boolean {
		const newestOfStep = this.#statements.nthOldest.get(ROWS_PER_STEP)?.["timestamp"];
		if (typeof newestOfStep !== "number") return false;
		return this.#dropBefore(newestOfStep + 1, ROWS_PER_STEP, this.#options.lastSpare()) > 0;
	}
}

function prepareStatements(database: DatabaseSync) {
	return {
		dropVisitorDays: database.prepare("DELETE FROM visitor_days WHERE written_day < ?"),
		dropEvents: database.prepare(`
			DELETE FROM events WHERE id IN
				(SELECT id FROM events WHERE timestamp < ? AND id <= ? ORDER BY timestamp LIMIT ?)
			RETURNING timestamp, name, bot, distinct_id
		`),
		anyOf: database.prepare("SELECT 1 FROM events WHERE distinct_id = ? LIMIT 1"),
		// The range of numbers approximates the count; a real count would take seconds.
		// Two subqueries use the index; one query with both would scan every row.
		extent: database.prepare(`
			SELECT coalesce((SELECT max(id) FROM events) - (SELECT min(id) FROM events) + 1, 0) AS count
		`),
		dropSessions: database.prepare(`
			DELETE FROM sessions WHERE id IN
				(SELECT id FROM sessions WHERE started_at < ? ORDER BY started_at LIMIT ?)
		`),
		deletedBefore: database.prepare(
			"SELECT value FROM settings WHERE key = 'events-deleted-before'",
		),
		saveDeletedBefore: database.prepare(`
			INSERT INTO settings (key, value) VALUES ('events-deleted-before', ?1)
			ON CONFLICT DO UPDATE SET value = max(CAST(value AS INTEGER), CAST(?1 AS INTEGER))
		`),
		nthOldest: database.prepare("SELECT timestamp FROM events ORDER BY timestamp LIMIT 1 OFFSET ?"),
	};
}
