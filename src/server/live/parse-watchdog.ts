import { CurrentFile, type FileState } from "../content/pages/current-file.ts";

/** What was seen of one thread at an earlier look. */
interface Sighting {
	readonly changes: number;
	readonly sinceMs: number;
}

/**
 * Finds the files in which threads are stuck: grammars of code and pathological Markdown can
 * take minutes for a few kilobytes, and no other thread can interrupt them there.
 */
export class ParseWatchdog {
	readonly #limitMs: number;
	readonly #current: readonly CurrentFile[];
	readonly #seen = new Map<CurrentFile, Sighting>();

	/** @param limitMs How long one file may take, by the clock. */
	constructor({ limitMs, threads }: { readonly limitMs: number; readonly threads: number }) {
		this.#limitMs = limitMs;
		this.#current = Array.from({ length: threads }, () => new CurrentFile());
	}

	/** For the threads: each notes its files in one of these. */
	get memories(): readonly SharedArrayBuffer[] {
		return this.#current.map(({ memory }) => memory);
	}

	/**
	 * To be called again and again.
	 *
	 * @param nowMs Milliseconds of a clock that never goes back.
	 * @returns The files that threads have been in since before the limit.
	 */
	findStuck(nowMs: number): readonly FileState[] {
		return this.#current.flatMap((current) => {
			const { changes } = current;
			const last = this.#seen.get(current);
			if (last?.changes !== changes) this.#seen.set(current, { changes, sinceMs: nowMs });
			else if (nowMs - last.sinceMs >= this.#limitMs) return current.read() ?? [];
			return [];
		});
	}

	/** The threads have ended in the middle of a file. */
	startOver(): void {
		for (const current of this.#current) current.leave();
	}
}
