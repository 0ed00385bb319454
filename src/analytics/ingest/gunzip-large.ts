import { createGunzip } from "node:zlib";
import { claimsMoreThan, MAX_DEFLATE_RATIO } from "../http/node-codec.ts";
import { type BodyWatch, RefusedBody } from "../http/raw-bodies.ts";
import { releaseBuffer, releasePiece } from "../release-buffer.ts";
import { MAX_UNPACKED_BYTES } from "../wire/decode-body.ts";

/** Some hundred pieces of the largest body; one costs less than a tenth of a millisecond. */
const PIECE_BYTES = 256 * 1024;

const MALFORMED = new RefusedBody(400, "failed to decode request: invalid GZIP data");
const TOO_LARGE = new RefusedBody(
	413,
	`maximum event size exceeded: more than ${MAX_UNPACKED_BYTES} bytes`,
);

/**
 * Unpacks gzip beside the event loop and has a look at what comes out, so that what is meant to
 * hurt is refused before it takes memory.
 *
 * @returns What it unpacks to, as the beginning of a buffer of its own.
 */
export async function gunzipLarge(
	packed: Uint8Array,
	watch: BodyWatch,
): Promise<Uint8Array | RefusedBody> {
	if (claimsMoreThan(packed, MAX_UNPACKED_BYTES)) return TOO_LARGE;
	// Pages that nothing is written to take no memory.
	const place = Buffer.allocUnsafeSlow(
		Math.min(MAX_UNPACKED_BYTES, packed.length * MAX_DEFLATE_RATIO),
	);
	const unpacked = await fill(place, createGunzip({ chunkSize: PIECE_BYTES }).end(packed), watch);
	if (unpacked instanceof RefusedBody) releaseBuffer(place);
	return unpacked;
}

async function fill(
	place: Buffer,
	pieces: AsyncIterable<Buffer>,
	watch: BodyWatch,
): Promise<Uint8Array | RefusedBody> {
	let length = 0;
	try {
		for await (const piece of pieces) {
			if (length + piece.length > place.length) return TOO_LARGE;
			length += piece.copy(place, length);
			releasePiece(piece);
			const refusal = watch.look(place, length);
			if (refusal !== undefined) return refusal;
		}
		return place.subarray(0, length);
	} catch {
		// zlib's own errors alone: the bytes are no gzip, or end before they should.
		return MALFORMED;
	}
}
