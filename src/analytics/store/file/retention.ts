import type { DatabaseSync } from "node:sqlite";
import type { StoreLimits } from "../analytics-store.ts";
import { DAY_MS, dayOf } from "../visits/roll-up.ts";
import { inTransaction } from "./transaction.ts";

/** Rows deleted in one go: few enough that ingest hardly waits. */
const ROWS_PER_STEP = 2_000;
/** Steps in one call; the next call, some seconds later, goes on. */
const STEPS_PER_CALL = 10;
/** A visitor key can be made again as long as its day's salt lives, and no longer. */
const VISITOR_DAYS = 2;

/** Deletes raw events that are too old or too many; totals are never touched. */
export class Retention {
	readonly #database: DatabaseSync;
	readonly #statements: ReturnType<typeof prepareStatements>;

	constructor(database: DatabaseSync) {
		this.#database = database;
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
		this.#repeat(() => this.#dropBefore(oldest));
		this.#repeat(() => this.usedBytes() > maxFileBytes && this.#dropOldest());
		this.#database.exec("PRAGMA incremental_vacuum(2000)");
	}

	/** Pages in use; pages that were freed are used again before the file grows. */
	usedBytes(): number {
		const read = (pragma: string): number =>
			Number(this.#database.prepare(`PRAGMA ${pragma}`).get()?.[pragma]);
		return (read("page_count") - read("freelist_count")) * read("page_size");
	}

	#repeat(step: () => boolean): void {
		for (let count = 0; count < STEPS_PER_CALL; count += 1) if (!step()) return;
	}

	/** @returns Whether there may be more to delete. */
	#dropBefore(timestamp: number): boolean {
		return inTransaction(this.#database, () => {
			this.#statements.dropSessions.run(timestamp, ROWS_PER_STEP);
			const { changes } = this.#statements.dropEvents.run(timestamp, ROWS_PER_STEP);
			if (changes > 0) this.#statements.saveDeletedBefore.run(String(timestamp));
			return changes === ROWS_PER_STEP;
		});
	}

	#dropOldest(): boolean {
		const newestOfStep = this.#statements.nthOldest.get(ROWS_PER_STEP)?.["timestamp"];
		if (typeof newestOfStep !== "number") return false;
		this.#dropBefore(newestOfStep + 1);
		return true;
	}
}

function prepareStatements(database: DatabaseSync) {
	return {
		dropVisitorDays: database.prepare("DELETE FROM visitor_days WHERE written_day < ?"),
		dropEvents: database.prepare(`
			DELETE FROM events WHERE id IN
				(SELECT id FROM events WHERE timestamp < ? ORDER BY timestamp LIMIT ?)
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
