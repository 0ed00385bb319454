import type { WriteOutcome } from "../../store/new-event.ts";
import type { ImportAnswer } from "../../wire/dashboard/transfer.ts";
import { IMPORT_WARNINGS, type ImportWarning, type RefusalReason } from "./import-reading.ts";

/** A file that is wrong throughout does not need a sentence for each line. */
const MAX_PROBLEMS = 20;

/** Counts what became of the lines of one import. */
export class ImportTally {
	#stored = 0;
	#repeated = 0;
	#totals = 0;
	readonly #refused: Partial<Record<RefusalReason, number>> = {};
	readonly #warnings: Partial<Record<ImportWarning, number>> = {};
	readonly #problems: string[] = [];

	written({ stored, repeated }: WriteOutcome): void {
		this.#stored += stored;
		this.#repeated += repeated;
	}

	totalsWritten(count: number, isNew: boolean): void {
		if (isNew) this.#totals += count;
		else this.#repeated += count;
	}

	refused(line: number, reason: RefusalReason, problems: readonly string[]): void {
		this.#refused[reason] = (this.#refused[reason] ?? 0) + 1;
		const room = MAX_PROBLEMS - this.#problems.length;
		this.#problems.push(...problems.slice(0, room).map((problem) => `Line ${line}: ${problem}`));
	}

	warned(causes: readonly ImportWarning[]): void {
		for (const cause of causes) this.#warnings[cause] = (this.#warnings[cause] ?? 0) + 1;
	}

	/** @param notes What cannot be known of any file of the format. */
	answer(notes: readonly string[]): ImportAnswer {
		// Its keys are those that `warned()` was given.
		const causes = Object.keys(this.#warnings) as ImportWarning[];
		return {
			stored: this.#stored,
			repeated: this.#repeated,
			totals: this.#totals,
			refused: { ...this.#refused },
			warnings: { ...this.#warnings },
			notes: [...notes, ...causes.map((cause) => IMPORT_WARNINGS[cause])],
			problems: this.#problems,
		};
	}
}
