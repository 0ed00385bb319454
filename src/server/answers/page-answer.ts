import { weakETag } from "../http/conditional.ts";
import type { Coding } from "./coding.ts";
import { decodeBody, type Effort, encodeBody } from "./encode-body.ts";

/** Names and values in turns, as `writeHead()` takes them with the least work. */
export type FlatHeaders = readonly string[];

/** What is sent for one coding. */
export interface CodedAnswer {
	readonly headers: FlatHeaders;
	readonly body: Buffer | LatinText;
}

/** Bytes as text, one for each letter. */
export type LatinText = string;

/**
 * Text leaves together with the headers in front of it, in one piece, and bytes leave beside them:
 * up to this size one piece is quicker (0.9 µs of 10 for 4 KB), beyond it the copying takes more.
 */
const MAX_TEXT_BYTES = 8 * 1024;

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
 * The answer of one page or payload in every coding that was asked for so far.
 *
 * A body is made once, however many visitors wait for it, and always out of the same text:
 * a second coding is made from the first, not from a page that may have changed meanwhile.
 */
export class PageAnswer {
	readonly etag: string;
	readonly #onGrown: (bytes: number) => void;
	/** Until there is a body to make the next one of. */
	#text: Buffer | undefined;
	readonly #bodies = new Map<Coding, Buffer>();
	readonly #underWay = new Map<Coding, Promise<Buffer>>();
	readonly #coded: Partial<Record<Coding, CodedAnswer>> = {};
	#headers: FlatHeaders | undefined;
	#headersNotModified: FlatHeaders = [];

	/** How often it was found. */
	uses = 0;

	/** Whether it was found since somebody last looked for room. */
	isSpared = false;

	/** @param onGrown Hears how many bytes more, or fewer, this answer holds. */
	constructor(text: string, onGrown: (bytes: number) => void) {
		this.etag = weakETag(text);
		this.#text = Buffer.from(text);
		this.#onGrown = onGrown;
	}

	/** Of all its bodies. */
	get bytes(): number {
		return [...this.#bodies.values()].reduce((sum, { byteLength }) => sum + byteLength, 0);
	}

	/** Takes over the headers of the answer that was sent first, for those that follow. */
	seal(headers: Readonly<Record<string, unknown>>): void {
		if (this.#headers !== undefined) return;
		const kept = Object.entries(headers).filter(([name]) => !OF_ONE_ANSWER.has(name));
		this.#headers = flat(kept);
		this.#headersNotModified = flat(kept.filter(([name]) => name !== OF_THE_BODY));
		for (const [coding, body] of this.#bodies) this.#code(coding, body);
	}

	/** @returns `undefined` until it is sealed and has a body of this coding. */
	coded(coding: Coding): CodedAnswer | undefined {
		return this.#coded[coding];
	}

	/** @returns `undefined` until it is sealed. */
	get headersNotModified(): FlatHeaders | undefined {
		return this.#headers === undefined ? undefined : this.#headersNotModified;
	}

	/** @returns The body in this coding; those who ask meanwhile wait for the same work. */
	async body(coding: Coding): Promise<Buffer> {
		const known = this.#bodies.get(coding) ?? this.#underWay.get(coding);
		if (known !== undefined) return known;
		const making = this.#make(coding, "quick").finally(() => this.#underWay.delete(coding));
		this.#underWay.set(coding, making);
		return making;
	}

	/** Makes the body of a coding smaller, at whatever cost of time. */
	async polish(coding: Coding): Promise<void> {
		await this.#make(coding, "best");
	}

	async #make(coding: Coding, effort: Effort): Promise<Buffer> {
		const body = await encodeBody(await this.#read(), coding, effort);
		this.#onGrown(body.byteLength - (this.#bodies.get(coding)?.byteLength ?? 0));
		this.#bodies.set(coding, body);
		this.#text = undefined;
		if (this.#headers !== undefined) this.#code(coding, body);
		return body;
	}

	async #read(): Promise<Buffer> {
		if (this.#text !== undefined) return this.#text;
		const [first] = this.#bodies;
		if (first === undefined) throw new RangeError("An answer has its text or a body");
		const [coding, body] = first;
		return this.#bodies.get("identity") ?? decodeBody(body, coding);
	}

	#code(coding: Coding, body: Buffer): void {
		const encoding = coding === "identity" ? [] : ["content-encoding", coding];
		const length = ["content-length", String(body.byteLength)];
		this.#coded[coding] = {
			headers: [...(this.#headers ?? []), ...encoding, ...length],
			body: body.byteLength > MAX_TEXT_BYTES ? body : body.toString("latin1"),
		};
	}
}

function flat(headers: readonly (readonly [string, unknown])[]): FlatHeaders {
	return headers.flatMap(([name, value]) =>
		Array.isArray(value) ? value.flatMap((item) => [name, String(item)]) : [name, String(value)],
	);
}
