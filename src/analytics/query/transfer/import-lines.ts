import { setImmediate } from "node:timers/promises";
import { WARNINGS, type Warning } from "../../ingest/draft.ts";
import { createSteps } from "../../ingest/steps.ts";
import type { NewEvent } from "../../store/new-event.ts";
import type { NamedTotal } from "../../store/totals/day-totals.ts";
import type { ImportAnswer } from "../../wire/dashboard/transfer.ts";
import type { ApiContext } from "../api-context.ts";
import { type ImportContext, type ImportReading, refusedLine } from "./import-reading.ts";

/** Some tens of milliseconds of writing; visitors wait no longer. */
const EVENTS_PER_WRITE = 200;
/** A file that is wrong throughout does not need a sentence for each line. */
const MAX_PROBLEMS = 20;

/** What one record of a file is, with the number of its first line. */
export interface NumberedReading {
	readonly line: number;
	readonly reading: ImportReading;
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
	for await (const { line, reading } of read(body, createContext(options))) {
		writer.take(line, reading);
		if (writer.isFull) {
			writer.write();
			await setImmediate();
		}
	}
	return writer.finish(options.notes);
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

/** Writes what was read, and counts what became of it. */
class ImportWriter {
	readonly #options: ApiContext;
	readonly #counts = { stored: 0, repeated: 0, totals: 0 };
	readonly #refused: Counts = {};
	readonly #warnings: Partial<Record<Warning, number>> = {};
	readonly #problems: string[] = [];
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
		if (reading.kind === "refused") {
			increment(this.#refused, reading.reason);
			const room = MAX_PROBLEMS - this.#problems.length;
			const sentences = reading.problems.slice(0, room);
			this.#problems.push(...sentences.map((problem) => `Line ${line}: ${problem}`));
		} else if (reading.kind === "total") {
			this.#takeTotal(line, reading);
		} else {
			this.#events.push(reading.event);
			for (const cause of reading.warnings) increment(this.#warnings, cause);
		}
	}

	write(): void {
		if (this.#events.length === 0) return;
		const { store, now } = this.#options;
		const { stored, repeated } = store.writeBatch(this.#events, now());
		this.#counts.stored += stored;
		this.#counts.repeated += repeated;
		this.#events = [];
	}

	/** @param notes What cannot be known of any file of the format. */
	finish(notes: readonly string[]): ImportAnswer {
		this.write();
		this.#writeTotals();
		// Its keys are the causes that were counted.
		const causes = Object.keys(this.#warnings) as Warning[];
		return {
			...this.#counts,
			refused: this.#refused,
			warnings: this.#warnings,
			notes: [...notes, ...causes.map((cause) => WARNINGS[cause])],
			problems: this.#problems,
		};
	}

	#takeTotal(line: number, reading: TotalReading): void {
		const unit = unitOf(reading);
		if (this.#finished.has(unit)) {
			const rule = "Totals of one day must follow one another: sort the file by date";
			this.take(line, refusedLine("out-of-order", rule));
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
		this.#counts[isNew ? "totals" : "repeated"] += this.#totals.length;
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

type Counts = Record<string, number>;

function increment<Name extends string>(counts: Partial<Record<Name, number>>, name: Name): void {
	counts[name] = (counts[name] ?? 0) + 1;
}
