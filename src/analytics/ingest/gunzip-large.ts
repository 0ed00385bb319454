import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { GunzipResult } from "../wire/codec.ts";
import { claimsMoreThan, MAX_DEFLATE_RATIO } from "./node-codec.ts";

const gunzipAside = promisify(gunzip);

/**
 * Unpacks gzip beside the event loop, into one buffer of the largest size: pages of it that
 * nothing is written to take no memory, and chunks would be in memory twice when they are joined.
 */
export async function gunzipLarge(packed: Uint8Array, maxBytes: number): Promise<GunzipResult> {
	if (claimsMoreThan(packed, maxBytes)) return { kind: "too-large" };
	const capacity = Math.min(maxBytes, packed.length * MAX_DEFLATE_RATIO);
	try {
		const bytes = await gunzipAside(packed, { chunkSize: capacity + 1, maxOutputLength: maxBytes });
		return { kind: "bytes", bytes };
	} catch (error) {
		// zlib gives nothing but errors with a code.
		const { code } = error as NodeJS.ErrnoException;
		return { kind: code === "ERR_BUFFER_TOO_LARGE" ? "too-large" : "malformed" };
	}
}
