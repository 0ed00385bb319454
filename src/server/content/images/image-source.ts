import { hash } from "node:crypto";

/** Formats have their size near the start, rarely after more than a thumbnail. */
export const HEADER_BYTES = 512_000;

/** Limit of files that are resized, because the whole file is read into memory. */
export const MAX_SOURCE_BYTES = 32 * 1024 * 1024;

/** Limit of a decoded image: 50 megapixels need 150 to 200 MB. */
export const MAX_PIXELS = 50_000_000;

/**
 * Identifies the content of an image by its start and its size. Large photographs are not read to the
 * end: different ones differ in start or size, because they are compressed.
 *
 * @param start The first `HEADER_BYTES` of the file, or all of it.
 * @param size Size of the whole file, in bytes.
 */
export function imageDigest(start: Uint8Array, size: number): string {
	return hash("sha256", Buffer.concat([Buffer.from(`${size}\n`), start]), "base64url").slice(0, 16);
}
