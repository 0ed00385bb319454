import type { Warning } from "../../ingest/draft.ts";
import type { WriteOutcome } from "../../store/events/new-event.ts";
import type { ImportAnswer } from "../../wire/dashboard/settings.ts";
import type { RefusalReason } from "./read-imported-event.ts";

/** A file that is wrong throughout does not need a sentence for each line. */
const MAX_PROBLEMS = 20;

/** Counts what became of the lines of one import. */
export class ImportTally {
	#stored = 0;
	#repeated = 0;
	readonly #refused: Partial<Record<RefusalReason, number>> = {};
	readonly #warnings: Partial<Record<Warning, number>> = {};
	readonly #problems: string[] = [];

	written({ stored, repeated }: WriteOutcome): void {
		this.#stored += stored;
		this.#repeated += repeated;
	}

	refused(line: number, reason: RefusalReason, problems: readonly string[]): void {
		this.#refused[reason] = (this.#refused[reason] ?? 0) + 1;
		const room = MAX_PROBLEMS - this.#problems.length;
		this.#problems.push(...problems.slice(0, room).map((problem) => `Line ${line}: ${problem}`));
	}

	warned(causes: readonly Warning[]): void {
		for (const cause of causes) this.#warnings[cause] = (this.#warnings[cause] ?? 0) + 1;
	}

	answer(): ImportAnswer {
		return {
			stored: this.#stored,
			repeated: this.#repeated,
			refused: { ...this.#refused },
			warnings: { ...this.#warnings },
			problems: this.#problems,
		};
	}
}
