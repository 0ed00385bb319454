const CHUNK_BYTES = 1 << 20;

/**
 * A long text as bytes, in pieces that can be transferred to another thread. No added text is
 * kept as a string: the garbage collector would move each one.
 */
export class TextChunks {
	readonly #full: Uint8Array[] = [];
	#chunk = Buffer.alloc(0);
	#used = 0;
	#length = 0;

	/** In bytes. */
	get length(): number {
		return this.#length;
	}

	add(text: string): void {
		// No character takes more than three bytes.
		const most = 3 * text.length;
		if (this.#used + most > this.#chunk.length) {
			this.#full.push(this.#chunk.subarray(0, this.#used));
			// Not from Node's pool, which cannot be transferred.
			this.#chunk = Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, most));
			this.#used = 0;
		}
		const written = this.#chunk.write(text, this.#used);
		this.#used += written;
		this.#length += written;
	}

	chunks(): readonly Uint8Array[] {
		const all = [...this.#full, this.#chunk.subarray(0, this.#used)];
		return all.filter(({ length }) => length > 0);
	}
}
