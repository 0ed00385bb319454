import { setTimeout } from "node:timers/promises";
import type { PageAnswer } from "./page-answer.ts";

/** Of the time that polishing takes, so much is left to visitors in between. */
const REST_FACTOR = 3;

/**
 * Makes the brotli bodies of pages that are in demand smaller, one after the other and with
 * rests between, so that it takes at most a quarter of one core.
 */
export class Polisher {
	readonly #waiting = new Set<PageAnswer>();
	#isBusy = false;

	add(answer: PageAnswer): void {
		this.#waiting.add(answer);
		if (!this.#isBusy) void this.#work();
	}

	async #work(): Promise<void> {
		this.#isBusy = true;
		// A set that grows while it is walked is walked to its new end.
		for (const answer of this.#waiting) {
			const startedAt = performance.now();
			await answer.polish("br");
			this.#waiting.delete(answer);
			const tookMs = performance.now() - startedAt;
			await setTimeout(tookMs * REST_FACTOR, undefined, { ref: false });
		}
		this.#isBusy = false;
	}
}
