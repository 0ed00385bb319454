import { hash } from "node:crypto";

/** The largest number of 60 bits, as a double: what PostHog's servers and clients divide by. */
const LARGEST = Number(0xfffffffffffffffn);

/**
 * Spreads identifiers evenly over 0 to 1, the same on every server and in every client, so
 * that the same person falls on the same side of a rollout everywhere.
 *
 * @returns The first 15 hexadecimal digits of the input's SHA-1 as a fraction of the largest.
 */
export function hash01(input: string): number {
	const digest = hash("sha1", input, "buffer");
	return Number(digest.readBigUInt64BE(0) >> 4n) / LARGEST;
}
