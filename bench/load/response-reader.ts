const HEAD_END = "\r\n\r\n";
const LAST_CHUNK = "0\r\n\r\n";

/**
 * Finds the end of each response on a connection, and parses nothing else. Responses do not
 * overlap: the next request is sent when the last response is complete.
 */
export class ResponseReader {
	#head = "";
	#status = 0;
	/** Remaining bytes of the body; `undefined` for a chunked body. */
	#missing: number | undefined = 0;
	#tail = "";

	/** @returns The status of the response that this data completes, or `undefined`. */
	read(data: Buffer): number | undefined {
		if (this.#status !== 0) return this.#readBody(data, 0);
		this.#head += data.toString("latin1", 0, Math.min(data.byteLength, 4096));
		const end = this.#head.indexOf(HEAD_END);
		if (end === -1) return undefined;
		const bodyStart = end + HEAD_END.length - (this.#head.length - Math.min(data.byteLength, 4096));
		this.#status = Number(this.#head.slice(9, 12));
		this.#missing = bodyLength(this.#head.slice(0, end), this.#status);
		return this.#readBody(data, bodyStart);
	}

	#readBody(data: Buffer, from: number): number | undefined {
		if (this.#missing === undefined) {
			this.#tail = (
				this.#tail + data.toString("latin1", Math.max(from, data.byteLength - 8))
			).slice(-8);
			return this.#tail.endsWith(LAST_CHUNK) ? this.#finish() : undefined;
		}
		this.#missing -= data.byteLength - from;
		return this.#missing <= 0 ? this.#finish() : undefined;
	}

	#finish(): number {
		const status = this.#status;
		this.#head = "";
		this.#status = 0;
		this.#tail = "";
		return status;
	}
}

/** @returns `undefined` for a body in chunks. */
function bodyLength(head: string, status: number): number | undefined {
	if (status === 304 || status === 204) return 0;
	const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
	return length === undefined ? undefined : Number(length);
}
