/** Some hundred kilobytes: a larger piece would be reserved for a few visitors, too. */
const RECORDS_OF_PIECE = 2 ** 12;

/**
 * Records of so many numbers each, which are 0 at first. Hundreds of thousands of visitors take a
 * fifth of the memory that objects take, and nothing of it is moved by garbage collections.
 */
export class Records {
	readonly #width: number;
	readonly #pieces: Float64Array[] = [];
	#count = 0;

	constructor(width: number) {
		this.#width = width;
	}

	get count(): number {
		return this.#count;
	}

	/** @returns The number of the new record, from 0. */
	add(): number {
		const record = this.#count;
		this.#count += 1;
		if (record % RECORDS_OF_PIECE === 0) {
			this.#pieces.push(new Float64Array(RECORDS_OF_PIECE * this.#width));
		}
		return record;
	}

	get(record: number, place: number): number {
		const piece = this.#pieces[Math.floor(record / RECORDS_OF_PIECE)];
		return piece?.[(record % RECORDS_OF_PIECE) * this.#width + place] ?? Number.NaN;
	}

	set(record: number, place: number, value: number): void {
		const piece = this.#pieces[Math.floor(record / RECORDS_OF_PIECE)];
		if (piece !== undefined) piece[(record % RECORDS_OF_PIECE) * this.#width + place] = value;
	}

	clear(): void {
		this.#pieces.length = 0;
		this.#count = 0;
	}
}
