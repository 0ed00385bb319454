import { setImmediate } from "node:timers/promises";

/** Looking at the clock takes longer than most steps do. */
const STEPS_BETWEEN_LOOKS = 50;

/** Does work that stops after each of its steps, and lets others have their turn when it is time. */
export async function inTurns<Result>(
	turns: Turns,
	steps: Generator<undefined, Result>,
): Promise<Result> {
	for (let count = 1; ; count += 1) {
		const step = steps.next();
		if (step.done === true) return step.value;
		if (count % STEPS_BETWEEN_LOOKS === 0 && turns.isOver) await turns.next();
	}
}

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
