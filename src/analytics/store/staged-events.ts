import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import { releaseBuffer } from "../release-buffer.ts";
import type { EventWriter } from "./events/event-writer.ts";
import type { NewEvent, WriteOutcome } from "./events/new-event.ts";
import { isDamage, isPassing } from "./file/damage.ts";
import { inTransaction } from "./file/transaction.ts";
import { type RawBatch, type RawReader, rawPieces, readRawPieces } from "./raw-batch.ts";
import type { Seal } from "./seal.ts";
import { packStaged, type StagedBatch, unpackStaged } from "./staged-format.ts";

export interface StagedEventsOptions {
	readonly database: DatabaseSync;
	readonly writer: EventWriter;
	readonly seal: Seal;
}

/** Of a batch that was put aside, nothing has become of its events yet. */
const NOTHING_WRITTEN: WriteOutcome = { stored: 0, repeated: 0 };

/**
 * Events that are durable and have no places yet: neither rows of their own nor a part in the
 * totals. Staging an event costs a tenth of writing it, so that the sender of ten thousand is
 * answered before the work is done; `fold()` does it, in the order in which they came.
 */
export class StagedEvents {
	readonly #database: DatabaseSync;
	readonly #writer: EventWriter;
	readonly #seal: Seal;
	readonly #statements: ReturnType<typeof prepareStatements>;
	#readRaw: RawReader | undefined;
	#waiting: number;
	#setAside = 0;

	constructor({ database, writer, seal }: StagedEventsOptions) {
		this.#database = database;
		this.#writer = writer;
		this.#seal = seal;
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

	/** Of what waits sealed, the earliest day: its salt is needed still. Whole days since the Unix epoch. */
	get oldestSealedDay(): number | undefined {
		const day = this.#statements.oldestSealedDay.get()?.["day"];
		return typeof day === "number" ? day : undefined;
	}

	/** From now on raw batches can be folded; until then they wait. */
	readRawWith(readRaw: RawReader): void {
		this.#readRaw = readRaw;
	}

	/** One transaction: after it returns all of them are durable. */
	add(batches: readonly (StagedBatch | RawBatch)[]): void {
		inTransaction(this.#database, () => {
			for (const batch of batches) this.#insert(batch);
		});
		for (const { count } of batches) this.#waiting += count;
	}

	/**
	 * Writes the oldest batch and forgets it, in one transaction: whenever the process ends, each
	 * event has been counted once or will be.
	 *
	 * @returns `undefined` when none is left, or nobody can read the next one yet.
	 */
	fold(): WriteOutcome | undefined {
		const row = this.#statements.oldest.get();
		if (row === undefined) {
			this.#waiting = 0;
			return undefined;
		}
		if (row["sealed"] !== null && this.#readRaw === undefined) return undefined;
		const id = Number(row["id"]);
		const count = Number(row["count"]);
		const events = this.#eventsOf(row);
		const outcome = events === undefined ? this.#putAside(id, count) : this.#write(id, events);
		this.#waiting -= count;
		return outcome;
	}

	#insert(batch: StagedBatch | RawBatch): void {
		if ("json" in batch) {
			this.#statements.insert.run(batch.count, batch.json);
			return;
		}
		const { count, day } = batch;
		const sealed = this.#seal.close(day, rawPieces(batch));
		this.#statements.insertSealed.run(count, sealed, day);
		releaseBuffer(sealed);
	}

	#eventsOf(row: Record<string, SQLOutputValue>): readonly NewEvent[] | undefined {
		const { count, events, sealed, sealed_day: day } = row;
		if (!(sealed instanceof Uint8Array)) return unpackStaged(String(events));
		const bytes = this.#seal.open(Number(day), sealed);
		releaseBuffer(sealed);
		if (bytes === undefined) return undefined;
		const read = this.#readRaw?.(readRawPieces(bytes, Number(count)));
		releaseBuffer(bytes);
		return read;
	}

	#putAside(id: number, count: number): WriteOutcome {
		this.#statements.putAside.run(id);
		this.#setAside += count;
		return NOTHING_WRITTEN;
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
		insertSealed: database.prepare(
			"INSERT INTO staged_events (count, sealed, sealed_day) VALUES (?, ?, ?)",
		),
		oldest: database.prepare(
			"SELECT id, count, events, sealed, sealed_day FROM staged_events WHERE is_set_aside = 0 ORDER BY id LIMIT 1",
		),
		oldestSealedDay: database.prepare(
			"SELECT min(sealed_day) AS day FROM staged_events WHERE is_set_aside = 0",
		),
		remove: database.prepare("DELETE FROM staged_events WHERE id = ?"),
		putAside: database.prepare("UPDATE staged_events SET is_set_aside = 1 WHERE id = ?"),
		setAside: database.prepare(
			"UPDATE staged_events SET count = ?, events = ?, sealed = NULL, sealed_day = NULL, is_set_aside = 1 WHERE id = ?",
		),
		tryAgain: database.prepare("UPDATE staged_events SET is_set_aside = 0 WHERE is_set_aside = 1"),
	};
}
