import type { SQLTagStore } from "node:sqlite";
import { createDayStamps, type DayStamps } from "../database/day-stamps.ts";
import { numberOf } from "../database/stored-id.ts";
import { inTransaction } from "../database/transaction.ts";
import { forgetTexts } from "../events/forget-texts.ts";
import { readDeletedBefore, saveDeletedBefore } from "../settings/settings.ts";
import type { StoreParts } from "../store-parts.ts";
import type { createDayTotals } from "../totals/day-totals.ts";
import { DAY_MS, dayOf, HOUR_MS } from "../totals/roll-up.ts";
import { UnusedTexts } from "../totals/unused-texts.ts";
import type { SizeCap } from "./size-cap.ts";

/** Rows in one transaction. More rows would delay ingest. */
const ROWS_PER_STEP = 2_000;
/** Steps in one call. The next call continues, 10 seconds later. */
const STEPS_PER_CALL = 10;
/** Maximum share of all events that is deleted by age in an hour: a wrong clock must not delete them all. */
const SHARE_PER_HOUR = 1 / 20;

export interface StoreLimits {
	readonly retentionDays: number;
	/** Maximum size of file and log together. Above it, the oldest raw events are deleted; totals stay. */
	readonly maxFileBytes: number;
}

export interface RetentionOptions extends StoreParts {
	readonly cap: SizeCap;
	/** Number of the last event that may be deleted to free room: the other store lacks later ones. */
	readonly lastSpare: () => number;
	/** Called after texts were deleted: caches of their numbers are stale. */
	readonly textsDeleted: () => void;
	readonly dayTotals: Pick<ReturnType<typeof createDayTotals>, "keepWhile">;
	/** Called with the days (UTC) whose events were deleted. */
	readonly daysChanged: (days: readonly number[]) => void;
}

/**
 * Deletes raw events that are too old or too many, with persons and groups without other events, and unused
 * names. The totals of their days stay.
 */
export class Retention {
	readonly #sql: SQLTagStore;
	#hour: number | undefined = undefined;
	#leftInHour = 0;

	/** Last truncation of the log, and whether events were deleted since. */
	#emptiedLogAt = -Infinity;
	#hasDropped = false;
	readonly #options: RetentionOptions;
	readonly #unusedTexts: UnusedTexts;
	readonly #stamps: DayStamps;

	constructor(options: RetentionOptions) {
		const { database } = options;
		this.#options = options;
		this.#unusedTexts = new UnusedTexts(database);
		this.#stamps = createDayStamps(database);
		this.#sql = database.createTagStore();
	}

	/**
	 * @returns Milliseconds since the Unix epoch. All later raw events exist. Older events are counted in
	 * totals, and deleted or about to be deleted.
	 */
	keptSince({ retentionDays }: StoreLimits, now: number): number {
		return Math.max(readDeletedBefore(this.#options.settings), now - retentionDays * DAY_MS);
	}

	run({ retentionDays, maxFileBytes }: StoreLimits, now: number): void {
		const oldest = now - retentionDays * DAY_MS;
		this.#startHour(Math.floor(now / HOUR_MS));
		this.#repeat(() => this.#dropExpired(oldest));
		this.#dropMembers(oldest);
		this.#dropTexts();
		this.#emptyLog(now);
		this.#options.cap.set(maxFileBytes);
		this.#repeat(() => this.holdSize());
		this.#options.cap.tidy();
	}

	/** Deletes the oldest events if the file is too large. @returns Whether there may be more to delete. */
	holdSize(): boolean {
		if (!this.#options.cap.isReached()) return false;
		const isDropped = this.#dropOldest();
		this.#options.cap.tidy();
		return isDropped;
	}

	#repeat(step: () => boolean): void {
		for (let count = 0; count < STEPS_PER_CALL; count += 1) if (!step()) return;
	}

	#startHour(hour: number): void {
		if (hour === this.#hour) return;
		this.#hour = hour;
		// The range of numbers approximates the count; an exact count would take seconds. Two subqueries use the
		// index; one query with both would scan every row.
		const extent = this.#sql.get`
			SELECT coalesce((SELECT max(id) FROM events) - (SELECT min(id) FROM events) + 1, 0) AS count
		`;
		this.#leftInHour = Math.ceil(Number(extent?.["count"]) * SHARE_PER_HOUR);
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
		if ((this.#nthOldest(0) ?? oldest) < oldest) return;
		inTransaction(this.#options.database, () => this.#options.groups.retire(oldest));
	}

	/** Deletes old events. @returns Number of events. */
	#dropBefore(timestamp: number, limit: number, last = Number.MAX_SAFE_INTEGER): number {
		let changed: readonly number[] = [];
		const count = inTransaction(this.#options.database, () => {
			const due = this.#sql.all`
				SELECT id, timestamp FROM events WHERE timestamp < ${timestamp} AND id <= ${last}
				ORDER BY timestamp LIMIT ${limit}
			`;
			const days = new Set(due.map((row) => dayOf(Number(row["timestamp"]))));
			const dropped = this.#options.dayTotals.keepWhile(days, () => {
				const rows = this.#sql.all`
					DELETE FROM events WHERE id IN (
						SELECT value FROM json_each(${JSON.stringify(due.map(({ id }) => id))})
					) RETURNING timestamp, name, bot, page, status, traits, distinct_id
				`;
				for (const day of days) this.#stamps.change(day);
				changed = this.#stamps.flush();
				for (const day of days) this.#forgetIfEmpty(day);
				return rows;
			});
			const newest = dropped.reduce(
				(max, row) => Math.max(max, Number(row["timestamp"])),
				-Infinity,
			);
			if (dropped.length > 0) saveDeletedBefore(this.#options.settings, newest + 1);
			this.#dropOwners(dropped);
			this.#options.groups.retire(Math.min(timestamp, newest + 1));
			return dropped.length;
		});
		this.#options.daysChanged(changed);
		return count;
	}

	/** A day without events has no stamp. */
	#forgetIfEmpty(day: number): void {
		this.#sql.run`
			DELETE FROM day_stamps WHERE day = ${day} AND NOT EXISTS (
				SELECT 1 FROM events WHERE timestamp >= ${day * DAY_MS} AND timestamp < ${(day + 1) * DAY_MS}
			)
		`;
	}

	/** @param dropped Rows of the deleted events. */
	#dropOwners(dropped: readonly Record<string, unknown>[]): void {
		const { strings, traitSets, persons } = this.#options;
		forgetTexts(dropped, { strings, traitSets });
		if (dropped.length > 0) {
			this.#hasDropped = true;
			this.#unusedTexts.look();
		}
		persons.retire(new Set(dropped.map((row) => Number(row["distinct_id"]))));
	}

	/** secure_delete zeroes rows, but the log still has the old pages. Truncating it waits for readers. */
	#emptyLog(now: number): void {
		if (!this.#hasDropped || now - this.#emptiedLogAt < HOUR_MS) return;
		this.#hasDropped = false;
		this.#emptiedLogAt = now;
		this.#options.database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
	}

	#dropTexts(): void {
		const removed = inTransaction(this.#options.database, () => this.#unusedTexts.step());
		if (removed > 0) this.#options.textsDeleted();
	}

	#dropOldest(): boolean {
		const newestOfStep = this.#nthOldest(ROWS_PER_STEP);
		if (newestOfStep === undefined) return false;
		return this.#dropBefore(newestOfStep + 1, ROWS_PER_STEP, this.#options.lastSpare()) > 0;
	}

	/** @returns Timestamp of the event at an index, counted from the oldest. */
	#nthOldest(index: number): number | undefined {
		return numberOf(
			this.#sql.get`SELECT timestamp FROM events ORDER BY timestamp LIMIT 1 OFFSET ${index}`?.[
				"timestamp"
			],
		);
	}
}
