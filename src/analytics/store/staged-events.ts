import type { DatabaseSync } from "node:sqlite";
import { isDamage, isPassing } from "./damage.ts";
import type { EventWriter } from "./event-writer.ts";
import type { NewEvent, WriteOutcome } from "./new-event.ts";
import { packStaged, type StagedBatch, unpackStaged } from "./staged-format.ts";
import { inTransaction } from "./transaction.ts";

/**
 * Events that are durable and have no places yet: neither rows of their own nor a part in the
 * totals. Staging an event costs a tenth of writing it, so that the sender of ten thousand is
 * answered before the work is done; `fold()` does it, in the order in which they came.
 */
export class StagedEvents {
	readonly #database: DatabaseSync;
	readonly #writer: EventWriter;
	readonly #statements: ReturnType<typeof prepareStatements>;
	#waiting: number;
	#setAside = 0;

	constructor(database: DatabaseSync, writer: EventWriter) {
		this.#database = database;
		this.#writer = writer;
		this.#statements = prepareStatements(database);
		// A newer version may know what to do with what an older one could not write.
		this.#statements.tryAgain.run();
		this.#waiting = Number(this.#statements.count.get()?.["count"]);
	}

	/** Events that wait to be folded. */
	get waiting(): number {
		return this.#waiting;
	}

	/** Events that could not be written since the start: kept, for the next start to try again. */
	get setAside(): number {
		return this.#setAside;
	}

	/** One transaction: after it returns all of them are durable. */
	add(batches: readonly StagedBatch[]): void {
		inTransaction(this.#database, () => {
			for (const { count, json } of batches) this.#statements.insert.run(count, json);
		});
		for (const { count } of batches) this.#waiting += count;
	}

	/**
	 * Writes the oldest batch and forgets it, in one transaction: whenever the process ends, each
	 * event has been counted once or will be.
	 *
	 * @returns `undefined` when none is left.
	 */
	fold(): WriteOutcome | undefined {
		const row = this.#statements.oldest.get();
		if (row === undefined) {
			this.#waiting = 0;
			return undefined;
		}
		const id = Number(row["id"]);
		const events = unpackStaged(String(row["events"]));
		const outcome = this.#write(id, events);
		this.#waiting -= Number(row["count"]);
		return outcome;
	}

	#write(id: number, events: readonly NewEvent[]): WriteOutcome {
		try {
			return this.#writer.write(events, { alongside: () => this.#statements.remove.run(id) });
		} catch (error) {
			if (isPassing(error) || isDamage(error)) throw error;
			return this.#writeOneByOne(id, events);
		}
	}

	/** One that cannot be written must neither hold up the others for ever nor be lost. */
	#writeOneByOne(id: number, events: readonly NewEvent[]): WriteOutcome {
		const refused: NewEvent[] = [];
		let stored = 0;
		let repeated = 0;
		for (const event of events) {
			try {
				const outcome = this.#writer.write([event]);
				stored += outcome.stored;
				repeated += outcome.repeated;
			} catch (error) {
				if (isPassing(error) || isDamage(error)) throw error;
				refused.push(event);
			}
		}
		const { count, json } = packStaged(refused);
		if (count === 0) this.#statements.remove.run(id);
		else this.#statements.setAside.run(count, json, id);
		this.#setAside += count;
		return { stored, repeated };
	}
}

function prepareStatements(database: DatabaseSync) {
	return {
		count: database.prepare("SELECT coalesce(sum(count), 0) AS count FROM staged_events"),
		insert: database.prepare("INSERT INTO staged_events (count, events) VALUES (?, ?)"),
		oldest: database.prepare(
			"SELECT id, count, events FROM staged_events WHERE is_set_aside = 0 ORDER BY id LIMIT 1",
		),
		remove: database.prepare("DELETE FROM staged_events WHERE id = ?"),
		setAside: database.prepare(
			"UPDATE staged_events SET count = ?, events = ?, is_set_aside = 1 WHERE id = ?",
		),
		tryAgain: database.prepare("UPDATE staged_events SET is_set_aside = 0 WHERE is_set_aside = 1"),
	};
}
