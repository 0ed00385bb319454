import { gunzipSync } from "node:zlib";
import type { FastifyRequest } from "fastify";
import type { Codec, GunzipResult } from "../wire/codec.ts";
import { type DecodedBody, decodeBody, MAX_DECODED_BYTES } from "../wire/decode-body.ts";
import { queryValue } from "./query-value.ts";

/** Decodes a body of any form; the service hands bodies on as they arrive. */
export function decodeRequest(
	request: FastifyRequest,
	maxJsonBytes: number = MAX_DECODED_BYTES,
): DecodedBody {
	return decodeBody(
		{
			body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
			contentType: request.headers["content-type"],
			contentEncoding: request.headers["content-encoding"],
			query: {
				data: queryValue(request, "data"),
				compression: queryValue(request, "compression"),
			},
			maxJsonBytes,
		},
		nodeCodec,
	);
}

/** The codec of a Node process. */
export const nodeCodec: Codec = {
	utf8: (bytes) => asBuffer(bytes).toString("utf8"),
	base64: (text) => Buffer.from(text, "base64"),
	gunzip,
};

/** Grows in steps of this size, so that a bomb stops within one step of the limit. */
const CHUNK_BYTES = 64 * 1024;

function gunzip(bytes: Uint8Array, maxBytes: number): GunzipResult {
	if (claimsMoreThan(bytes, maxBytes)) return { kind: "too-large" };
	try {
		const unpacked = gunzipSync(bytes, { maxOutputLength: maxBytes, chunkSize: CHUNK_BYTES });
		return { kind: "bytes", bytes: unpacked };
	} catch (error) {
		// Every error of zlib has a code.
		const { code } = error as NodeJS.ErrnoException;
		return { kind: code === "ERR_BUFFER_TOO_LARGE" ? "too-large" : "malformed" };
	}
}

/** Deflate cannot do better; a body that claims to is cut off or made up. */
const MAX_DEFLATE_RATIO = 1_032;

/** Whether gzip says that it is larger, and can be. An honest bomb is refused without unpacking any of it. */
function claimsMoreThan(bytes: Uint8Array, maxBytes: number): boolean {
	// A gzip member ends in its unpacked size.
	const size = bytes.length < 18 ? 0 : asBuffer(bytes).readUInt32LE(bytes.length - 4);
	return size > maxBytes && size <= bytes.length * MAX_DEFLATE_RATIO;
}

function asBuffer(bytes: Uint8Array): Buffer {
	return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
