/** Does one thing after the other, with so many waiting at most. */
export class Turns {
	readonly #maxWaiting: number;
	#waiting = 0;
	#last: Promise<unknown> = Promise.resolve();

	constructor(maxWaiting: number) {
		this.#maxWaiting = maxWaiting;
	}

	/** @returns What `work` gave, or `undefined` when too many wait already. */
	async take<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
		if (this.#waiting >= this.#maxWaiting) return undefined;
		this.#waiting += 1;
		// Whether the one before succeeded is its own caller's business.
		const turn = this.#last.then(work, work);
		this.#last = turn.catch(() => undefined);
		try {
			return await turn;
		} finally {
			this.#waiting -= 1;
		}
	}
}
