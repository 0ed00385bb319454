/** A stretch of bytes; `end` is not included. */
export interface Span {
	readonly start: number;
	readonly end: number;
}

const FIRST_CAPACITY = 64;

/**
 * Spans, as numbers in one place. Ten thousand objects would be most of what the scan of a large
 * body leaves to the collector of old ones, which stops everything for a while when it runs.
 */
export class SpanList {
	#bounds = new Int32Array(2 * FIRST_CAPACITY);
	#length = 0;

	get length(): number {
		return this.#length;
	}

	push(start: number, end: number): void {
		const index = 2 * this.#length;
		if (index === this.#bounds.length) this.#grow();
		this.#bounds[index] = start;
		this.#bounds[index + 1] = end;
		this.#length += 1;
	}

	/** @returns As an array's own `slice()`, without its negative numbers. */
	slice(from = 0, to = this.#length): readonly Span[] {
		const spans: Span[] = [];
		for (let index = from; index < Math.min(to, this.#length); index += 1) {
			// Within the bounds.
			const start = this.#bounds[2 * index] as number;
			spans.push({ start, end: this.#bounds[2 * index + 1] as number });
		}
		return spans;
	}

	#grow(): void {
		const { buffer, byteLength } = this.#bounds;
		this.#bounds = new Int32Array(buffer.transfer(2 * byteLength));
	}
}
