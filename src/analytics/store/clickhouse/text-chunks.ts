const CHUNK_BYTES = 1 << 20;

/**
 * A long text as bytes, in pieces that can be handed to another thread. Nothing of what is added is
 * kept as a string: the collector would move each of them.
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
			// Not of Node's pool, which stays with its thread.
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
