import { setImmediate } from "node:timers/promises";
import type { ImportAnswer } from "../../api-types/transfer.ts";
import { WARNINGS, type Warning } from "../../ingest/draft.ts";
import { createSteps } from "../../ingest/steps.ts";
import type { NewEvent } from "../../store/new-event.ts";
import type { ApiContext } from "../api-context.ts";
import { type ImportContext, type ImportReading, refusedLine } from "./import-reading.ts";

/** A write takes tens of milliseconds; visitors do not wait longer. */
const EVENTS_PER_WRITE = 200;
/** A completely invalid file does not need a sentence for each line. */
const MAX_PROBLEMS = 20;

/** The result for one record of a file, with the number of its first line. */
export interface NumberedReading {
	readonly line: number;
	readonly reading: ImportReading;
}

type TotalReading = Extract<ImportReading, { kind: "total" }>;

/** Reads the records of a body in order. */
export type ReadBody = (
	body: AsyncIterable<Uint8Array>,
	context: ImportContext,
) => AsyncIterable<NumberedReading>;

interface ImportOptions
	extends Pick<
		ApiContext,
		"store" | "limits" | "now" | "randomBytes" | "projectKey" | "countVisitorsBy"
	> {
	/** Limitations of the file format, for the response. */
	readonly notes: readonly string[];
}

/**
 * Stores events and totals. Invalid lines are counted and skipped. An interrupted
 * import can be sent again: repeats are skipped.
 */
export async function importLines(
	body: AsyncIterable<Uint8Array>,
	read: ReadBody,
	options: ImportOptions,
): Promise<ImportAnswer> {
	const { store, limits, now, randomBytes, projectKey, notes } = options;
	const counts = { stored: 0, repeated: 0, totals: 0 };
	const refused: Record<string, number> = {};
	const warnings: Partial<Record<Warning, number>> = {};
	const problems: string[] = [];
	let events: NewEvent[] = [];
	/** Totals of one day and one table, which are written together. */
	let totals: TotalReading[] = [];
	const finished = new Set<string>();

	const writeEvents = (): void => {
		if (events.length === 0) return;
		const { stored, repeated } = store.writeBatch(events, now());
		counts.stored += stored;
		counts.repeated += repeated;
		events = [];
	};
	const writeTotals = (): void => {
		const [first] = totals;
		if (first === undefined) return;
		finished.add(unitOf(first));
		// Events are written before totals of their day.
		writeEvents();
		const cleaned = totals.flatMap((reading) =>
			reading.totals.map((total) => ({ ...total, value: store.gate.text(total.value) ?? "" })),
		);
		const isNew = store.dayTotals.add(first.day, cleaned);
		counts[isNew ? "totals" : "repeated"] += totals.length;
		totals = [];
	};
	const takeTotal = (reading: TotalReading): ImportReading | undefined => {
		const unit = unitOf(reading);
		if (finished.has(unit)) {
			const rule = "Totals of one day must follow one another: sort the file by date";
			return refusedLine("out-of-order", rule);
		}
		if (totals[0] !== undefined && unitOf(totals[0]) !== unit) writeTotals();
		totals.push(reading);
		return undefined;
	};
	const context = {
		steps: createSteps({ ...options, salts: store.salts, gate: store.gate }),
		randomBytes,
		projectKey,
		now: now(),
		// Read once: otherwise, retention during a long import would refuse lines in its middle.
		keptSince: store.keptSince(limits.limits(), now()),
	};
	for await (const { line, reading } of read(body, context)) {
		const taken = reading.kind === "total" ? takeTotal(reading) : reading;
		if (taken?.kind === "refused") {
			increment(refused, taken.reason);
			const sentences = taken.problems.slice(0, MAX_PROBLEMS - problems.length);
			problems.push(...sentences.map((problem) => `Line ${line}: ${problem}`));
		} else if (taken?.kind === "event") {
			events.push(taken.event);
			for (const cause of taken.warnings) increment(warnings, cause);
		}
		if (events.length >= EVENTS_PER_WRITE) {
			writeEvents();
			await setImmediate();
		}
	}
	writeEvents();
	writeTotals();
	// The keys are the counted causes.
	const causes = Object.keys(warnings) as Warning[];
	return {
		...counts,
		refused,
		warnings,
		notes: [...notes, ...causes.map((cause) => WARNINGS[cause])],
		problems,
	};
}

function unitOf({ day, table }: TotalReading): string {
	return `${day} ${table}`;
}

function increment<Name extends string>(counts: Partial<Record<Name, number>>, name: Name): void {
	counts[name] = (counts[name] ?? 0) + 1;
}
