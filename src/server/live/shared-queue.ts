/** Hands out the places of a list to several threads, each place once. */
export class SharedQueue {
	/** For the other threads. */
	readonly memory: SharedArrayBuffer;
	readonly #length: number;
	readonly #next: Int32Array;

	/** @param length Of the list. @param memory Of the queue of the thread that has started it. */
	constructor(length: number, memory = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
		this.#length = length;
		this.memory = memory;
		this.#next = new Int32Array(memory);
	}

	/** @returns The first of so many places, or of as many as there are; `undefined` when none is left. */
	take(count: number): number | undefined {
		const start = Atomics.add(this.#next, 0, count);
		return start < this.#length ? start : undefined;
	}
}
