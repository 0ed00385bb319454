import type { Transform } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants, createGzip, gunzip, gzip } from "node:zlib";

/** How a body is coded on its way; `identity` is as it is. */
export type Coding = "br" | "gzip" | "identity";

/**
 * Chooses how to code a body for a client, the smallest first.
 *
 * @param acceptEncoding The value of `Accept-Encoding`, or `undefined` without one.
 * @returns `identity` also for a client that refuses all we have: a page beats an error.
 * @example
 * acceptedCoding("gzip, br;q=0.5"); // "gzip"
 * @see RFC 9110, section 12.5.3: weight 0 refuses, `*` stands for what is not named.
 */
export function acceptedCoding(acceptEncoding: string | undefined): Coding {
	if (acceptEncoding === undefined) return "identity";
	const usual = USUAL.get(acceptEncoding);
	if (usual !== undefined) return usual;
	const weights = weightsIn(acceptEncoding);
	const [br, gzip] = [weightOf(weights, "br"), weightOf(weights, "gzip")];
	// Without a word about it, identity is acceptable, but never what a client asks for.
	const identity = weights.get("identity") ?? 0;
	if (br > 0 && br >= gzip && br >= identity) return "br";
	return gzip > 0 && gzip >= identity ? "gzip" : "identity";
}

/** What browsers and load balancers send, word for word: most requests need no parsing. */
const USUAL: ReadonlyMap<string, Coding> = new Map([
	["gzip, deflate, br, zstd", "br"],
	["gzip, deflate, br", "br"],
	["br", "br"],
	["gzip, deflate", "gzip"],
	["gzip", "gzip"],
	["identity", "identity"],
]);

/** A page of 25 KB takes 0.8 ms; the best quality would take 25 ms for 11 % less. */
const BROTLI_QUALITY = 5;

/** Beyond 6 gzip gains nothing on text of this size. */
const GZIP_LEVEL = 6;

/** Codes a body in zlib's own threads, so that answering goes on meanwhile. */
export async function encodeBody(body: Buffer, coding: Coding): Promise<Buffer> {
	switch (coding) {
		case "identity":
			return body;
		case "gzip":
			return promisify(gzip)(body, { level: GZIP_LEVEL, chunkSize: chunkSizeFor(body) });
		case "br":
			return promisify(brotliCompress)(body, {
				chunkSize: chunkSizeFor(body),
				params: {
					[constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
					[constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
					[constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
				},
			});
	}
}

/**
 * Bytes that zlib makes room for at once. A coded text is about a fifth of itself, and what is
 * sent and kept of it holds on to all the room that was made: by default 16 KB for 2.
 */
function chunkSizeFor({ byteLength }: Buffer): number {
	return Math.max(MIN_CHUNK_BYTES, Math.ceil(byteLength / 3));
}

const MIN_CHUNK_BYTES = 1024;

/** Codes what is sent piece by piece: each takes a little memory, which brotli would not. */
export function gzipStream(): Transform {
	return createGzip({ level: GZIP_LEVEL });
}

/** Undoes {@link encodeBody}. */
export async function decodeBody(body: Buffer, coding: Coding): Promise<Buffer> {
	switch (coding) {
		case "identity":
			return body;
		case "gzip":
			return promisify(gunzip)(body);
		case "br":
			return promisify(brotliDecompress)(body);
	}
}

/** Whether a client takes this coding, and as gladly as none. */
export function takesGzip(acceptEncoding: string | undefined): boolean {
	const weights = weightsIn(acceptEncoding ?? "");
	const weight = weightOf(weights, "gzip");
	return weight > 0 && weight >= (weights.get("identity") ?? 0);
}

function weightsIn(acceptEncoding: string): ReadonlyMap<string, number> {
	return new Map(
		acceptEncoding.split(",").map((entry) => {
			const [name = "", ...parameters] = entry.toLowerCase().split(";");
			return [name.trim(), weightIn(parameters)] as const;
		}),
	);
}

function weightIn(parameters: readonly string[]): number {
	const weight = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find(Boolean);
	return weight === undefined ? 1 : Number(weight);
}

function weightOf(weights: ReadonlyMap<string, number>, coding: Coding): number {
	return weights.get(coding) ?? weights.get("*") ?? 0;
}
