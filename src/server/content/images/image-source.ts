import { hash } from "node:crypto";

/** Formats say their size near the start; what comes before it is rarely more than a thumbnail. */
export const HEADER_BYTES = 512_000;

/** Smaller sizes are made of no larger file: it is read as a whole. */
export const MAX_SOURCE_BYTES = 32 * 1024 * 1024;

/** Of an image, once it is decoded: 50 megapixels are 150 to 200 MB. */
export const MAX_PIXELS = 50_000_000;

/**
 * Names the content of an image. Large photographs are not read to their end for it: those that differ
 * have another start or another size, since they are compressed.
 *
 * @param start The first `HEADER_BYTES` of the file, or all of it.
 * @param size Of the whole file, in bytes.
 */
export function imageDigest(start: Uint8Array, size: number): string {
	return hash("sha256", Buffer.concat([Buffer.from(`${size}\n`), start]), "base64url").slice(0, 16);
}
