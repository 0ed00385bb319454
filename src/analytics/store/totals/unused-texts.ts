import type { DatabaseSync, SQLTagStore } from "node:sqlite";

/** Some milliseconds of reading. */
const IDS_PER_STEP = 2_000;

/**
 * Deletes texts that no event has as its name and no total counts: names and values
 * of deleted events. A number is never reused, since readers cache texts by number.
 *
 * `period = 2`, the months, stands in the statements: SQLite uses the partial index for a constant alone.
 */
export class UnusedTexts {
	readonly #sql: SQLTagStore;
	#next: number | undefined = 0;

	constructor(database: DatabaseSync) {
		this.#sql = database.createTagStore();
	}

	/** Starts a new pass: events or totals were deleted. */
	look(): void {
		this.#next = 0;
	}

	/** Continues the pass. Only inside a transaction. @returns How many texts were deleted. */
	step(): number {
		if (this.#next === undefined) return 0;
		const from = this.#next;
		const end = this.#lastId();
		const to = Math.min(from + IDS_PER_STEP, end);
		this.#next = to < end ? to : undefined;
		const { changes } = this.#sql.run`
			DELETE FROM strings WHERE id >= ${from} AND id < ${to} AND text <> '(other)' AND events = 0
				AND NOT EXISTS (SELECT 1 FROM roll_ups WHERE period = 2 AND value = strings.id)
		`;
		return Number(changes);
	}

	/** Only inside a transaction. @returns How many were deleted. */
	removeAll(): number {
		this.look();
		let removed = 0;
		while (this.#next !== undefined) removed += this.step();
		return removed;
	}

	#lastId(): number {
		const last = this.#sql.get`
			SELECT id, events = 0 AND NOT EXISTS (
				SELECT 1 FROM roll_ups WHERE period = 2 AND value = strings.id
			) AS unused FROM strings ORDER BY id DESC LIMIT 1
		`;
		const id = Number(last?.["id"] ?? 0);
		if (last?.["unused"] !== 1) return id;
		// A row that stays keeps the highest number in use, so that SQLite does not reuse it.
		this.#sql.run`INSERT INTO strings (id, text) VALUES (${id + 1}, ${`(end ${id + 1})`})`;
		return id + 1;
	}
}
