import { setImmediate } from "node:timers/promises";

/**
 * Parts a long piece of work into turns, between which its thread answers others:
 * `if (turns.isOver) await turns.next();`
 */
export class Turns {
	readonly #lengthMs: number;
	readonly #now: () => number;
	#startedMs: number;

	/** @param now Milliseconds of a clock that never goes back. */
	constructor(lengthMs: number, now: () => number = () => performance.now()) {
		this.#lengthMs = lengthMs;
		this.#now = now;
		this.#startedMs = now();
	}

	/** Whether others have waited for long enough. */
	get isOver(): boolean {
		return this.#now() - this.#startedMs >= this.#lengthMs;
	}

	/** Lets others have theirs. */
	async next(): Promise<void> {
		await setImmediate();
		this.#startedMs = this.#now();
	}
}
