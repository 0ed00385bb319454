/** Does something at a time that many ask for: the earliest wish counts, and fulfils the later ones. */
export class EarliestTimer {
	readonly #callback: () => void;
	#timer: NodeJS.Timeout | undefined;
	#dueMs = Number.POSITIVE_INFINITY;

	constructor(callback: () => void) {
		this.#callback = callback;
	}

	/** @param afterMs Milliseconds from now. */
	schedule(afterMs: number): void {
		const dueMs = performance.now() + afterMs;
		if (dueMs >= this.#dueMs) return;
		clearTimeout(this.#timer);
		this.#dueMs = dueMs;
		this.#timer = setTimeout(() => {
			this.#dueMs = Number.POSITIVE_INFINITY;
			this.#callback();
		}, afterMs);
	}
}
