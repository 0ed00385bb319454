/** Does one piece of work after the other, in the order in which they were asked for. */
export class InOrder {
	#last: Promise<unknown> = Promise.resolve();

	/** @returns What the work returns. Whether it fails is nothing to what comes after it. */
	run<Result>(work: () => Promise<Result>): Promise<Result> {
		const result = this.#last.then(work);
		this.#last = result.catch(() => undefined);
		return result;
	}
}
