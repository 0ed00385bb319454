import { isNotModified, weakETag } from "../http/conditional.ts";
import { acceptedCoding, type Coding, decodeBody, encodeBody } from "./coding.ts";

/** Names and values in turns, as `writeHead()` takes them with the least work. */
export type FlatHeaders = readonly string[];

/** The same content as it is, and in other codings as far as they are at hand. */
export type Bodies = Readonly<Partial<Record<Coding, Buffer>>> & { readonly identity: Buffer };

/** All that is sent to one client, ready for the HTTP server. */
export interface ReadyAnswer {
	readonly status: number;
	readonly headers: FlatHeaders;
	/** Absent for 304. */
	readonly body: Buffer | undefined;
}

export interface AnswerParts {
	readonly bodies: Bodies;
	readonly mediaType: string;
	/** 200 when absent. */
	readonly status?: number;
}

/** What a client says that chooses between the forms of an answer. */
export interface Preferences {
	readonly "accept-encoding"?: string | undefined;
	readonly "if-none-match"?: string | undefined;
}

/** Not worth coding: a packet holds it as it is. */
const MIN_CODED_BYTES = 1024;

const CODABLE_TYPE =
	/^(?:text\/|image\/svg|application\/(?:json|wasm|xml|yaml|[\w.-]+\+(?:json|xml)))/;

/** Whether there is anything to gain by coding what is of this type. */
export function isCodableType(mediaType: string): boolean {
	return CODABLE_TYPE.test(mediaType);
}

/** Set for each coding by ourselves, or by the HTTP server for each answer. */
const OF_ONE_ANSWER: ReadonlySet<string> = new Set([
	"content-encoding",
	"content-length",
	"connection",
	"date",
	"keep-alive",
	"transfer-encoding",
]);

/** Says what the body is, and a 304 has none. @see RFC 9110, section 15.4.5 */
const OF_THE_BODY = "content-type";

/**
 * One answer in every coding that was asked for so far.
 *
 * A body is made once, however many clients wait for it, and always out of the same content: a
 * second coding is made from the first, not from a page that may have changed meanwhile.
 */
export class Answer {
	readonly status: number;
	readonly mediaType: string;
	/** Errors have none. */
	readonly etag: string | undefined;
	/** Whether it differs by `Accept-Encoding`. */
	readonly isCodable: boolean;
	readonly #onGrown: () => void;
	readonly #bodies: Map<Coding, Buffer>;
	readonly #underWay = new Map<Coding, Promise<Buffer>>();
	readonly #ready: { [Name in Coding | "not-modified"]?: ReadyAnswer } = {};
	/** None until it is sealed. */
	#headers: readonly (readonly [string, string])[] = [];

	/** @param onGrown Hears whenever there are more bytes, or fewer. */
	constructor({ bodies, mediaType, status = 200 }: AnswerParts, onGrown: () => void) {
		const codings = Object.entries(bodies) as [Coding, Buffer][];
		this.status = status;
		this.mediaType = mediaType;
		this.etag = status === 200 ? weakETag(bodies.identity) : undefined;
		this.isCodable = isCodableType(mediaType) && bodies.identity.length >= MIN_CODED_BYTES;
		this.#bodies = new Map(codings);
		this.#onGrown = onGrown;
	}

	/** Of all bodies and headers. */
	get bytes(): number {
		const bodies = [...this.#bodies.values()].reduce((sum, { byteLength }) => sum + byteLength, 0);
		const headers = this.#headers.reduce(
			(sum, [name, value]) => sum + name.length + value.length,
			0,
		);
		return bodies + headers;
	}

	get #isSealed(): boolean {
		return this.#headers.length > 0;
	}

	/** Takes over the headers of the answer that was sent first, for those that follow. */
	seal(headers: Readonly<Record<string, unknown>>): void {
		if (this.#isSealed) return;
		this.#headers = Object.entries(headers)
			.filter(([name]) => !OF_ONE_ANSWER.has(name))
			.flatMap(([name, value]) => [value].flat().map((item) => [name, String(item)] as const));
		const headersOf304 = this.#headers.filter(([name]) => name !== OF_THE_BODY).flat();
		this.#ready["not-modified"] = { status: 304, headers: headersOf304, body: undefined };
		for (const [coding, body] of this.#bodies) this.#makeReady(coding, body);
		this.#onGrown();
	}

	/** @returns What this client gets, or `undefined` until it is sealed and coded for such a client. */
	readyFor(client: Preferences): ReadyAnswer | undefined {
		return this.isKnownTo(client)
			? this.#ready["not-modified"]
			: this.#ready[this.codingFor(client)];
	}

	/** Whether the client has it already. */
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
		const body = await encodeBody(await decodeBody(first[1], first[0]), coding);
		// The content as it was is five times as large, and can be had from the coded one again.
		if (this.#bodies.size === 1 && this.#ready.identity === undefined)
			this.#bodies.delete("identity");
		this.#bodies.set(coding, body);
		if (this.#isSealed) this.#makeReady(coding, body);
		this.#onGrown();
		return body;
	}

	#makeReady(coding: Coding, body: Buffer): void {
		const headers = this.#headers.flat();
		if (coding !== "identity") headers.push("content-encoding", coding);
		headers.push("content-length", String(body.byteLength));
		this.#ready[coding] = { status: this.status, headers, body };
	}
}
