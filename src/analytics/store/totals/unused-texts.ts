import type { DatabaseSync, SQLTagStore } from "node:sqlite";

/** Reading them takes a few milliseconds. */
const IDS_PER_STEP = 2_000;

/**
 * Deletes names and values of deleted events that nothing else uses. A number is never reused, since readers
 * cache texts by number.
 *
 * The statements contain `period = 2` (months): SQLite uses the partial index only for a constant.
 */
export class UnusedTexts {
	readonly #sql: SQLTagStore;
	#next: number | undefined = 0;

	constructor(database: DatabaseSync) {
		this.#sql = database.createTagStore();
	}

	/** Starts a new pass, after events or totals were deleted. */
	look(): void {
		this.#next = 0;
	}

	/** Continues the pass. Only inside a transaction. @returns Number of deleted texts. */
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

	/** Runs a full pass. Only inside a transaction. @returns Number of deleted texts. */
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
		// A placeholder row uses the highest number, so that SQLite does not reuse it.
		this.#sql.run`INSERT INTO strings (id, text) VALUES (${id + 1}, ${`(end ${id + 1})`})`;
		return id + 1;
	}
}
