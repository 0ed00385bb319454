import type { IncomingMessage } from "node:http";

/** Maximum bytes of request bodies in memory. */
export interface BodyLimits {
	readonly totalBytes: number;
	/** Maximum of one address; at least the size of the largest body. */
	readonly bytesPerAddress: number;
}

interface Held {
	readonly address: string;
	readonly bytes: number;
}

/** Reason to refuse a body. */
export type BodyRefusal = "too-large" | "too-slow" | "no-room";

export interface BodyReading {
	/** Address of the client. */
	readonly address: string;
	readonly maxBytes: number;
}

/** Time limit of a body. A page sends a few kilobytes, so a slower sender is stalling. */
const MAX_BODY_MS = 30_000;

/** Time before the rate is checked, such as for a mobile phone in an elevator. */
const SILENT_MS = 5_000;

/** Half the rate of the slowest mobile connections. */
const MIN_BYTES_PER_SECOND = 1_000;

const CHECK_MS = 1_000;

/**
 * Reads request bodies within a memory budget that all requests share. Bytes count when they arrive,
 * so a client that announces a large body and sends nothing uses no memory.
 *
 * Discards the rest of a refused body as it arrives, so that its sender reads the response.
 */
export class BodyBudget {
	readonly #limits: BodyLimits;
	readonly #held = new Map<IncomingMessage, Held>();
	readonly #byAddress = new Map<string, number>();
	#total = 0;

	constructor(limits: BodyLimits) {
		this.#limits = limits;
	}

	/**
	 * Reads a body, whose bytes count until {@link release}.
	 *
	 * @throws {Error} When the client disconnects before the end.
	 */
	read(body: IncomingMessage, { address, maxBytes }: BodyReading): Promise<Buffer | BodyRefusal> {
		const { promise, resolve, reject } = Promise.withResolvers<Buffer | BodyRefusal>();
		const startedMs = performance.now();
		let pieces: Buffer[] = [];
		let length = 0;
		let isRefused = false;
		const refuse = (refusal: BodyRefusal): void => {
			isRefused = true;
			pieces = [];
			this.release(body);
			resolve(refusal);
		};
		const timer = setInterval(() => {
			if (!isTooSlow(length, performance.now() - startedMs)) return;
			// The sender of a refused body already has the response.
			if (isRefused) body.destroy();
			else refuse("too-slow");
		}, CHECK_MS);
		body.on("data", (piece: Buffer) => {
			length += piece.length;
			if (isRefused) return;
			if (length > maxBytes) return refuse("too-large");
			if (!this.#hasRoom(address, piece.length)) return refuse("no-room");
			this.#add(body, address, piece.length);
			pieces.push(piece);
		});
		body.once("end", () => {
			if (!isRefused) resolve(Buffer.concat(pieces, length));
		});
		body.once("error", reject);
		body.once("close", () => {
			clearInterval(timer);
			if (body.readableEnded) return;
			this.release(body);
			reject(new Error("The body ended before it was complete"));
		});
		if (Number(body.headers["content-length"] ?? 0) > maxBytes) refuse("too-large");
		return promise;
	}

	/** Must be called when the response is sent, or the client has disconnected. */
	release(body: IncomingMessage): void {
		const held = this.#held.get(body);
		if (held === undefined) return;
		this.#held.delete(body);
		this.#count(held.address, -held.bytes);
	}

	#add(body: IncomingMessage, address: string, bytes: number): void {
		this.#held.set(body, { address, bytes: (this.#held.get(body)?.bytes ?? 0) + bytes });
		this.#count(address, bytes);
	}

	#hasRoom(address: string, bytes: number): boolean {
		const { totalBytes, bytesPerAddress } = this.#limits;
		const held = this.#byAddress.get(address) ?? 0;
		return this.#total + bytes <= totalBytes && held + bytes <= bytesPerAddress;
	}

	#count(address: string, bytes: number): void {
		const held = (this.#byAddress.get(address) ?? 0) + bytes;
		if (held === 0) this.#byAddress.delete(address);
		else this.#byAddress.set(address, held);
		this.#total += bytes;
	}
}

function isTooSlow(length: number, elapsedMs: number): boolean {
	if (elapsedMs >= MAX_BODY_MS) return true;
	return elapsedMs > SILENT_MS && length < (elapsedMs / 1_000) * MIN_BYTES_PER_SECOND;
}
