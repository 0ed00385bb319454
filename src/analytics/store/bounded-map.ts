/**
 * A map that forgets its oldest entries once it is full. Being read keeps an entry young
 * only in the second half of its life, which saves most reads the cost of moving it.
 */
export class BoundedMap<Key, Value> {
	readonly #capacity: number;
	#young = new Map<Key, Value>();
	#old = new Map<Key, Value>();

	constructor(capacity: number) {
		this.#capacity = capacity;
	}

	get(key: Key): Value | undefined {
		const young = this.#young.get(key);
		if (young !== undefined) return young;
		const old = this.#old.get(key);
		if (old !== undefined) this.set(key, old);
		return old;
	}

	set(key: Key, value: Value): void {
		if (this.#young.size >= this.#capacity / 2) {
			this.#old = this.#young;
			this.#young = new Map();
		}
		this.#young.set(key, value);
	}

	clear(): void {
		this.#young.clear();
		this.#old.clear();
	}
}
