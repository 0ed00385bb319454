/** Exceeds the numbers of people, so row and person fit into one exact number. */
const MEMBER_RANGE = 2 ** 33;
const FIRST_SIZE = 2 ** 16;
/** 32 MB. Below this size, sorting costs more than the memory that it saves. */
const SORTED_SIZE = 2 ** 22;

/**
 * Counts the distinct members of many rows with eight bytes for each pair: sets of numbers take four
 * times as much. A large array of pairs is sorted to remove repeats before it grows.
 */
export class DistinctPairs {
	#keys = new Float64Array(FIRST_SIZE);
	#length = 0;

	/** @param row A whole number below a million. */
	add(row: number, member: number): void {
		if (this.#length === this.#keys.length) this.#makeRoom();
		this.#keys[this.#length] = row * MEMBER_RANGE + member;
		this.#length += 1;
	}

	/** @returns Row → number of its members; rows without members are missing. */
	counts(): ReadonlyMap<number, number> {
		this.#dropRepeats();
		const counts = new Map<number, number>();
		for (const key of this.#keys.subarray(0, this.#length)) {
			const row = Math.floor(key / MEMBER_RANGE);
			counts.set(row, (counts.get(row) ?? 0) + 1);
		}
		return counts;
	}

	#makeRoom(): void {
		if (this.#length >= SORTED_SIZE) this.#dropRepeats();
		if (this.#length * 2 < this.#keys.length) return;
		const keys = new Float64Array(this.#keys.length * 2);
		keys.set(this.#keys);
		this.#keys = keys;
	}

	#dropRepeats(): void {
		// oxlint-disable-next-line unicorn/no-array-sort -- A copy would take as much memory again.
		const sorted = this.#keys.subarray(0, this.#length).sort();
		let kept = 0;
		let last = Number.NaN;
		for (const key of sorted) {
			if (key === last) continue;
			last = key;
			sorted[kept] = key;
			kept += 1;
		}
		this.#length = kept;
	}
}
