import type { IncomingHttpHeaders } from "node:http";
import { isNotModified, weakETag } from "../http/conditional.ts";
import { acceptedCoding, type Coding, decodeBody, encodeBody, KEPT, SENT_ONCE } from "./coding.ts";

/** A complete response for one client, ready for the HTTP server. */
export interface ReadyAnswer {
	readonly status: number;
	/** Alternating names and values: the cheapest input for `writeHead()`. */
	readonly headers: readonly string[];
	/** Absent for 304. */
	readonly body: Buffer | undefined;
}

/** Bodies of the same content by coding, for the codings that exist already. */
export type CodedBody = Readonly<Partial<Record<Coding, Buffer>>> & { readonly identity: Buffer };

export interface AnswerParts {
	readonly body: string | CodedBody;
	readonly mediaType: string;
	/** 200 when absent. */
	readonly status?: number;
}

/** Request headers that select the representation of an answer. */
export type Preferences = Pick<IncomingHttpHeaders, "accept-encoding" | "if-none-match">;

/** A shorter body fits into one packet without compression. */
const MIN_CODED_BYTES = 1024;

const CODABLE_TYPE =
	/^(?:text\/|image\/svg|application\/(?:json|wasm|xml|yaml|[\w.-]+\+(?:json|xml)))/;

export function isCodableType(mediaType: string): boolean {
	return CODABLE_TYPE.test(mediaType);
}

/** Headers that differ by coding or by visitor, or that the HTTP server sets for each response. */
const OF_ONE_RESPONSE: ReadonlySet<string> = new Set(
	"content-encoding content-length connection date keep-alive set-cookie transfer-encoding".split(
		" ",
	),
);

/** A client has the others with the stored response. @see RFC 9110, section 15.4.5 */
const OF_NOT_MODIFIED: ReadonlySet<string> = new Set(
	"cache-control content-location etag expires vary".split(" "),
);

/**
 * An answer in every coding that clients have requested so far.
 *
 * Each coding is made once, even for concurrent clients, and always from the same content: a second
 * coding is made from the first, not from a page that may have changed meanwhile.
 */
export class Answer {
	readonly status: number;
	readonly mediaType: string;
	/** Absent unless the status is 200. */
	readonly etag: string | undefined;
	/** Whether the body differs by `Accept-Encoding`. */
	readonly isCodable: boolean;
	readonly #onResize: (() => void) | undefined;
	readonly #bodies: Map<Coding, Buffer>;
	readonly #underWay = new Map<Coding, Promise<Buffer>>();
	readonly #ready: { [Name in Coding | "not-modified"]?: ReadyAnswer } = {};
	/** Name and value pairs; empty until `seal()`. */
	#headers: readonly (readonly [string, string])[] = [];

	/** @param onResize Called when the size of the answer changes; absent for an answer that is sent once. */
	constructor({ body, mediaType, status = 200 }: AnswerParts, onResize?: () => void) {
		const bodies = typeof body === "string" ? { identity: Buffer.from(body) } : body;
		this.status = status;
		this.mediaType = mediaType;
		this.etag = status === 200 ? weakETag(bodies.identity) : undefined;
		this.isCodable = isCodableType(mediaType) && bodies.identity.length >= MIN_CODED_BYTES;
		this.#bodies = new Map(Object.entries(bodies) as [Coding, Buffer][]);
		this.#onResize = onResize;
	}

	/** Bytes of all bodies and headers. */
	get bytes(): number {
		const parts = [...this.#bodies.values(), ...this.#headers.flat()];
		return parts.reduce((sum, { length }) => sum + length, 0);
	}

	get #isSealed(): boolean {
		return this.#headers.length > 0;
	}

	/** Uses the headers of the first response for all later ones. Ignores an answer that is sent once. */
	seal(headers: () => Readonly<Record<string, unknown>>): void {
		if (this.#isSealed || this.#onResize === undefined) return;
		this.#headers = Object.entries(headers())
			.filter(([name]) => !OF_ONE_RESPONSE.has(name))
			.flatMap(([name, value]) => [value].flat().map((item) => [name, String(item)] as const));
		const headers304 = this.#headers.filter(([name]) => OF_NOT_MODIFIED.has(name)).flat();
		this.#ready["not-modified"] = { status: 304, headers: headers304, body: undefined };
		for (const [coding, body] of this.#bodies) this.#makeReady(coding, body);
		this.#onResize();
	}

	/** @returns The response for this client; `undefined` until it is sealed and has the client's coding. */
	readyFor(client: Preferences): ReadyAnswer | undefined {
		return this.isKnownTo(client)
			? this.#ready["not-modified"]
			: this.#ready[this.codingFor(client)];
	}

	/** Whether the client already has this answer. */
	isKnownTo(client: Preferences): boolean {
		return this.etag !== undefined && isNotModified(client["if-none-match"], this.etag);
	}

	codingFor(client: Preferences): Coding {
		return this.isCodable ? acceptedCoding(client["accept-encoding"]) : "identity";
	}

	/** @returns The body in this coding. Concurrent callers wait for the same encoding. */
	async body(coding: Coding): Promise<Buffer> {
		const known = this.#bodies.get(coding) ?? this.#underWay.get(coding);
		if (known !== undefined) return known;
		const making = this.#make(coding).finally(() => this.#underWay.delete(coding));
		this.#underWay.set(coding, making);
		return making;
	}

	async #make(coding: Coding): Promise<Buffer> {
		const [first] = this.#bodies;
		if (first === undefined) throw new RangeError("An answer must have a body");
		const effort = this.#onResize === undefined ? SENT_ONCE : KEPT;
		const body = await encodeBody(await decodeBody(first[1], first[0]), coding, effort);
		// The identity body is five times as large, and can be decoded again.
		if (this.#bodies.size === 1 && this.#ready.identity === undefined) {
			this.#bodies.delete("identity");
		}
		this.#bodies.set(coding, body);
		if (this.#isSealed) this.#makeReady(coding, body);
		this.#onResize?.();
		return body;
	}

	#makeReady(coding: Coding, body: Buffer): void {
		const headers = this.#headers.flat();
		if (coding !== "identity") headers.push("content-encoding", coding);
		headers.push("content-length", String(body.byteLength));
		this.#ready[coding] = { status: this.status, headers, body };
	}
}
