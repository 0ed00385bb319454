import { gunzipSync } from "node:zlib";

/** The output grows in steps of this size, so that a bomb stops within one step of the limit. */
const CHUNK_BYTES = 64 * 1024;

/** Stops at the limit: a bomb costs no more than a valid body of that size. */
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

/** Maximum of deflate; a body that claims a higher ratio is truncated or forged. */
const MAX_DEFLATE_RATIO = 1_032;

/** Whether the trailer states a possible size above the limit: such a bomb is refused without unpacking. */
function claimsMoreThan(bytes: Buffer, maxBytes: number): boolean {
	// The last four bytes of a gzip member are its unpacked size.
	const size = bytes.length < 18 ? 0 : bytes.readUInt32LE(bytes.length - 4);
	return size > maxBytes && size <= bytes.length * MAX_DEFLATE_RATIO;
}
