import type { DatabaseSync } from "node:sqlite";
import { PERIODS } from "./roll-up.ts";

/** Some milliseconds of reading. */
const IDS_PER_STEP = 2_000;

/**
 * Deletes texts that no event has as its name and no total counts: names and values
 * of deleted events. A number is never reused, since readers cache texts by number.
 */
export class UnusedTexts {
	readonly #statements;
	#next: number | undefined = 0;

	constructor(database: DatabaseSync) {
		const isUnused = `events = 0 AND NOT EXISTS (
			SELECT 1 FROM roll_ups WHERE period = ${PERIODS.month} AND value = strings.id
		)`;
		this.#statements = {
			last: database.prepare(
				`SELECT id, ${isUnused} AS unused FROM strings ORDER BY id DESC LIMIT 1`,
			),
			// A placeholder keeps the highest number in use, so that SQLite does not reuse it.
			end: database.prepare("INSERT INTO strings (id, text) VALUES (?, ?)"),
			remove: database.prepare(
				`DELETE FROM strings WHERE id >= ? AND id < ? AND text <> '(other)' AND ${isUnused}`,
			),
		};
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
		return Number(this.#statements.remove.run(from, to).changes);
	}

	/** Only inside a transaction. @returns How many were deleted. */
	removeAll(): number {
		this.look();
		let removed = 0;
		while (this.#next !== undefined) removed += this.step();
		return removed;
	}

	#lastId(): number {
		const last = this.#statements.last.get();
		const id = Number(last?.["id"] ?? 0);
		if (last?.["unused"] !== 1) return id;
		this.#statements.end.run(id + 1, `(end ${id + 1})`);
		return id + 1;
	}
}
