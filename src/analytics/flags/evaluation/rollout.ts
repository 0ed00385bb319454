import { hash } from "node:crypto";

/** @returns Whether a hash is within a percentage, both ends included. */
export function isRolledOut(hash: number, percentage: number): boolean {
	return hash <= percentage / 100;
}

export interface VariantShare {
	readonly key: string;
	readonly rollout_percentage: number;
}

/**
 * Picks the variant whose share contains the hash, with shares in their stored order.
 *
 * Adds doubles from the left, as every other implementation does. Another order would change the
 * variants of people at the edges.
 *
 * @returns The variant's key, or `undefined` if the shares end before the hash.
 */
export function pickVariant(variants: readonly VariantShare[], hash: number): string | undefined {
	let upTo = 0;
	for (const { key, rollout_percentage } of variants) {
		upTo += rollout_percentage / 100;
		if (hash < upTo) return key;
	}
	return undefined;
}

/** Without an identifier the hash is 0, which is within any percentage and picks the first variant. */
export function rolloutHash(flagKey: string, identifier: string, salt: "" | "variant"): number {
	return identifier === "" ? 0 : hash01(`${flagKey}.${identifier}${salt}`);
}

/** The largest 60-bit number as a double: the divisor of PostHog's servers and clients. */
const LARGEST = Number(0xfffffffffffffffn);

/**
 * Spreads identifiers evenly over 0 to 1, with the same result on every server and in every client.
 *
 * @returns The first 15 hexadecimal digits of the input's SHA-1 as a fraction of the largest.
 */
export function hash01(input: string): number {
	const digest = hash("sha1", input, "buffer");
	return Number(digest.readBigUInt64BE(0) >> 4n) / LARGEST;
}
