import { setImmediate } from "node:timers/promises";
import { createSteps } from "../../ingest/steps.ts";
import type { NewEvent } from "../../store/new-event.ts";
import type { NamedTotal } from "../../store/totals/day-totals.ts";
import type { ImportAnswer } from "../../wire/dashboard/transfer.ts";
import type { ApiContext } from "../api-context.ts";
import type { ImportContext, ImportReading } from "./import-reading.ts";
import { ImportTally } from "./import-tally.ts";

/** Some tens of milliseconds of writing; visitors wait no longer. */
const EVENTS_PER_WRITE = 200;

/** What one record of a file is, with the number of its first line. */
export interface NumberedReading {
	readonly line: number;
	readonly readings: readonly ImportReading[];
}

type TotalReading = Extract<ImportReading, { kind: "total" }>;

/** Reads the records of a body, one after the other. */
export type ReadBody = (
	body: AsyncIterable<Uint8Array>,
	context: ImportContext,
) => AsyncIterable<NumberedReading>;

/**
 * Stores events and totals. A wrong line is counted and skipped. An import that
 * broke off can be sent again: repeats are skipped.
 */
export async function importLines(
	body: AsyncIterable<Uint8Array>,
	read: ReadBody,
	options: ApiContext & { readonly notes: readonly string[] },
): Promise<ImportAnswer> {
	const writer = new ImportWriter(options);
	for await (const { line, readings } of read(body, createContext(options))) {
		for (const reading of readings) writer.take(line, reading);
		if (writer.isFull) {
			writer.write();
			await setImmediate();
		}
	}
	writer.finish();
	return writer.tally.answer(options.notes);
}

function createContext(options: ApiContext): ImportContext {
	const { store, limits, now, randomBytes, projectKey } = options;
	return {
		steps: createSteps({ ...options, salts: store.salts, gate: store.gate }),
		randomBytes,
		projectKey,
		now: now(),
		// Read once: retention that runs during a long import would refuse its middle.
		keptSince: store.keptSince(limits.limits(), now()),
	};
}

class ImportWriter {
	readonly tally = new ImportTally();
	readonly #options: ApiContext;
	#events: NewEvent[] = [];
	/** Totals of one day and one table, which are written together. */
	#totals: TotalReading[] = [];
	readonly #finished = new Set<string>();

	constructor(options: ApiContext) {
		this.#options = options;
	}

	get isFull(): boolean {
		return this.#events.length >= EVENTS_PER_WRITE;
	}

	take(line: number, reading: ImportReading): void {
		if (reading.kind === "refused") this.tally.refused(line, reading.reason, reading.problems);
		else if (reading.kind === "total") this.#takeTotal(line, reading);
		else {
			this.#events.push(reading.event);
			this.tally.warned(reading.warnings);
		}
	}

	write(): void {
		if (this.#events.length === 0) return;
		const { store, now } = this.#options;
		this.tally.written(store.writeBatch(this.#events, now()));
		this.#events = [];
	}

	finish(): void {
		this.write();
		this.#writeTotals();
	}

	#takeTotal(line: number, reading: TotalReading): void {
		const unit = unitOf(reading);
		if (this.#finished.has(unit)) {
			this.tally.refused(line, "out-of-order", [
				"Totals of one day must follow one another: sort the file by date",
			]);
			return;
		}
		const [first] = this.#totals;
		if (first !== undefined && unitOf(first) !== unit) this.#writeTotals();
		this.#totals.push(reading);
	}

	#writeTotals(): void {
		const [first] = this.#totals;
		if (first === undefined) return;
		this.#finished.add(unitOf(first));
		// Events are written before totals of their day.
		this.write();
		const totals = this.#totals.flatMap((reading) => reading.totals.map(this.#cleaned));
		const isNew = this.#options.store.dayTotals.add(first.day, totals);
		this.tally.totalsWritten(this.#totals.length, isNew);
		this.#totals = [];
	}

	readonly #cleaned = (total: NamedTotal): NamedTotal => ({
		...total,
		value: this.#options.store.gate.text(total.value) ?? "",
	});
}

function unitOf({ day, table }: TotalReading): string {
	return `${day} ${table}`;
}
