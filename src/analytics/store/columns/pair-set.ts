const FIRST_PLACES = 1_024;
/** Row with so many units that a bitmap of all units takes about the memory of its pairs. */
const BITS_PER_PAIR = 256;
/** Odd, to spread neighboring numbers. */
const [OF_ROW, OF_PAIR] = [0x85eb_ca6b, 0x9e37_79b1];

/**
 * A set of pairs of a row and a unit, such as the people of pages. A hash table has the pairs of rows with few units,
 * a bitmap has the further units of any other row. Both are arrays of numbers: millions of pairs create no objects.
 */
export class PairSet {
	#units = 0;
	#size = 0;
	/** Number of a pair plus 1; 0: free. */
	#keys = new Float64Array(FIRST_PLACES);
	/** Units in the hash table, by row. */
	readonly #counts: number[] = [];
	readonly #bitmaps: (Uint32Array | undefined)[] = [];

	/** @param units Highest number of a unit plus 1. */
	constructor(units = 0) {
		this.clear(units);
	}

	/** Removes all pairs; units may have other numbers then. */
	clear(units: number): void {
		this.#units = units;
		this.#size = 0;
		this.#keys.fill(0);
		this.#counts.length = 0;
		this.#bitmaps.length = 0;
	}

	/** @returns Whether the pair is new. */
	add(row: number, unit: number): boolean {
		const bitmap = this.#bitmaps[row];
		const key = row * this.#units + unit + 1;
		if (bitmap !== undefined)
			return setBit(bitmap, unit) && this.#keys[this.#placeOf(key, row, unit)] === 0;
		const place = this.#placeOf(key, row, unit);
		if (this.#keys[place] !== 0) return false;
		this.#keys[place] = key;
		this.#size += 1;
		if (this.#size * 2 > this.#keys.length) this.#grow();
		while (row >= this.#counts.length) {
			this.#counts.push(0);
			this.#bitmaps.push(undefined);
		}
		const count = (this.#counts[row] as number) + 1;
		this.#counts[row] = count;
		if (count * BITS_PER_PAIR > this.#units)
			this.#bitmaps[row] = new Uint32Array((this.#units >>> 5) + 1);
		return true;
	}

	/** @returns The place of a key, or the free place for it. */
	#placeOf(key: number, row: number, unit: number): number {
		const keys = this.#keys;
		const last = keys.length - 1;
		let place = Math.imul(unit + Math.imul(row, OF_ROW), OF_PAIR) >>> Math.clz32(last);
		while (keys[place] !== 0 && keys[place] !== key) place = (place + 1) & last;
		return place;
	}

	#grow(): void {
		const before = this.#keys;
		this.#keys = new Float64Array(before.length * 2);
		for (const key of before) {
			if (key === 0) continue;
			const row = Math.floor((key - 1) / this.#units);
			this.#keys[this.#placeOf(key, row, key - 1 - row * this.#units)] = key;
		}
	}
}

/** @returns Whether the bit was not set. */
function setBit(bitmap: Uint32Array, unit: number): boolean {
	const word = bitmap[unit >>> 5] as number;
	const bit = 1 << (unit & 31);
	bitmap[unit >>> 5] = word | bit;
	return (word & bit) === 0;
}
