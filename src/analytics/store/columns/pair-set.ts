const FIRST_PLACES = 1_024;
/** Row with so many units that a bitmap of all units takes about the memory of its pairs. */
const BITS_PER_PAIR = 256;
/** Constants of MurmurHash3, which spread neighboring numbers. */
const OF_ROW = 0x85eb_ca6b;
const OF_UNIT = 0xc2b2_ae35;

/** Room that sets share for bitmaps of rows with few units: they are faster in a set that lives long. */
export interface BitmapRoom {
	/** Left words of 4 bytes. */
	words: number;
}

/**
 * A set of pairs of a row and a unit, such as the people of pages. A hash table has the pairs of rows with few units,
 * a bitmap those of any other row. Both are arrays of numbers: millions of pairs create no objects.
 */
export class PairSet {
	#units = 0;
	/** Number of a pair plus 1; 0: free. */
	#keys = new Float64Array(FIRST_PLACES);
	/** Pairs in the table, and those of rows that have a bitmap since. */
	#size = 0;
	#outdated = 0;
	readonly #rows: Row[] = [];

	readonly #room: BitmapRoom;

	/** @param units Highest number of a unit plus 1. */
	constructor(units = 0, room: BitmapRoom = { words: 0 }) {
		this.#room = room;
		this.clear(units);
	}

	/** Removes all pairs; units may have other numbers then. */
	clear(units: number): void {
		this.#units = units;
		this.#size = 0;
		this.#outdated = 0;
		this.#keys.fill(0);
		this.#rows.length = 0;
	}

	/** @returns Whether the pair is new. */
	add(row: number, unit: number): boolean {
		while (row >= this.#rows.length) this.#rows.push(this.#newRow());
		const of = this.#rows[row] as Row;
		const { bitmap, inTable } = of;
		if (bitmap !== undefined && !setBit(bitmap, unit)) return false;
		if (bitmap !== undefined && inTable === 0) return true;
		const key = row * this.#units + unit + 1;
		const place = this.#placeOf(key, row, unit);
		if (this.#keys[place] !== 0) return false;
		if (bitmap !== undefined) return true;
		this.#keys[place] = key;
		this.#size += 1;
		of.inTable += 1;
		if (of.inTable * BITS_PER_PAIR > this.#units) {
			of.bitmap = this.#newBitmap();
			this.#outdated += of.inTable;
		}
		if (this.#size * 2 > this.#keys.length || this.#outdated * 8 > this.#keys.length)
			this.#rebuild();
		return true;
	}

	#newRow(): Row {
		const bitmap = this.#room.words > 0 ? this.#newBitmap() : undefined;
		this.#room.words -= bitmap?.length ?? 0;
		return { inTable: 0, bitmap };
	}

	#newBitmap(): Uint32Array {
		return new Uint32Array((this.#units >>> 5) + 1);
	}

	/** @returns The place of a key, or the free place for it. */
	#placeOf(key: number, row: number, unit: number): number {
		const keys = this.#keys;
		const last = keys.length - 1;
		let hash = Math.imul(unit, OF_UNIT) ^ Math.imul(row, OF_ROW);
		hash = Math.imul(hash ^ (hash >>> 15), OF_ROW);
		let place = (hash ^ (hash >>> 13)) & last;
		while (keys[place] !== 0 && keys[place] !== key) place = (place + 1) & last;
		return place;
	}

	/** Moves pairs to the bitmaps of their rows. */
	#rebuild(): void {
		const before = this.#keys;
		this.#size -= this.#outdated;
		this.#outdated = 0;
		this.#keys = new Float64Array(before.length * (this.#size * 4 > before.length ? 2 : 1));
		for (const key of before) {
			if (key === 0) continue;
			const row = Math.floor((key - 1) / this.#units);
			const unit = key - 1 - row * this.#units;
			const bitmap = this.#rows[row]?.bitmap;
			if (bitmap === undefined) this.#keys[this.#placeOf(key, row, unit)] = key;
			else setBit(bitmap, unit);
		}
		for (const row of this.#rows) if (row.bitmap !== undefined) row.inTable = 0;
	}
}

interface Row {
	/** Number of units in the table. */
	inTable: number;
	bitmap: Uint32Array | undefined;
}

/** @returns Whether the bit was not set. */
function setBit(bitmap: Uint32Array, unit: number): boolean {
	const word = bitmap[unit >>> 5] as number;
	const bit = 1 << (unit & 31);
	bitmap[unit >>> 5] = word | bit;
	return (word & bit) === 0;
}
