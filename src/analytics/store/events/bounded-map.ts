/**
 * A map that forgets its oldest entries once it is full. Being read keeps an entry young
 * only in the second half of its life, which saves most reads the cost of moving it.
 */
export class BoundedMap<Key, Value> {
	readonly #capacity: number;
	readonly #weigh: (key: Key, value: Value) => number;
	#youngWeight = 0;
	#young = new Map<Key, Value>();
	#old = new Map<Key, Value>();

	/** @param weigh What an entry counts for in the capacity; one unless told. */
	constructor(capacity: number, weigh: (key: Key, value: Value) => number = () => 1) {
		this.#capacity = capacity;
		this.#weigh = weigh;
	}

	get(key: Key): Value | undefined {
		const young = this.#young.get(key);
		if (young !== undefined) return young;
		const old = this.#old.get(key);
		if (old !== undefined) this.set(key, old);
		return old;
	}

	set(key: Key, value: Value): void {
		if (this.#youngWeight >= this.#capacity / 2) {
			this.#old = this.#young;
			this.#young = new Map();
			this.#youngWeight = 0;
		}
		if (!this.#young.has(key)) this.#youngWeight += this.#weigh(key, value);
		this.#young.set(key, value);
	}

	clear(): void {
		this.#young.clear();
		this.#youngWeight = 0;
		this.#old.clear();
	}
}
