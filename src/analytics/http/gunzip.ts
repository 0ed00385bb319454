import { gunzipSync } from "node:zlib";

/** Grows in steps of this size, so that a bomb stops within one step of the limit. */
const CHUNK_BYTES = 64 * 1024;

/** Stops at the limit: a bomb costs no more than an honest body of that size. */
export function gunzip(bytes: Buffer, maxBytes: number): Buffer | "too-large" | "malformed" {
	if (claimsMoreThan(bytes, maxBytes)) return "too-large";
	try {
		return gunzipSync(bytes, { maxOutputLength: maxBytes, chunkSize: CHUNK_BYTES });
	} catch (error) {
		// Every error of zlib has a code.
		const { code } = error as NodeJS.ErrnoException;
		return code === "ERR_BUFFER_TOO_LARGE" ? "too-large" : "malformed";
	}
}

/** Deflate cannot do better; a body that claims to is cut off or made up. */
const MAX_DEFLATE_RATIO = 1_032;

/** Whether gzip says that it is larger, and can be. An honest bomb is refused without unpacking any of it. */
function claimsMoreThan(bytes: Buffer, maxBytes: number): boolean {
	// A gzip member ends in its unpacked size.
	const size = bytes.length < 18 ? 0 : bytes.readUInt32LE(bytes.length - 4);
	return size > maxBytes && size <= bytes.length * MAX_DEFLATE_RATIO;
}
