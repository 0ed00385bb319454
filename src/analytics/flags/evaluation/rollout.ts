import { hash } from "node:crypto";

/** @returns Whether a share of everybody takes in the one with this hash. Both ends count. */
export function isRolledOut(hash: number, percentage: number): boolean {
	return hash <= percentage / 100;
}

export interface VariantShare {
	readonly key: string;
	readonly rollout_percentage: number;
}

/**
 * Lays the shares end to end, in their stored order, and picks the one that the hash lies in.
 *
 * The sum runs in doubles from the left, as in every other implementation: a neater sum would
 * move people who lie on an edge.
 *
 * @returns The variant's key, or `undefined` when the shares end before the hash.
 */
export function pickVariant(variants: readonly VariantShare[], hash: number): string | undefined {
	let upTo = 0;
	for (const { key, rollout_percentage } of variants) {
		upTo += rollout_percentage / 100;
		if (hash < upTo) return key;
	}
	return undefined;
}

/** No identifier to hash counts as 0: in at any percentage, and the first variant. */
export function rolloutHash(flagKey: string, identifier: string, salt: "" | "variant"): number {
	return identifier === "" ? 0 : hash01(`${flagKey}.${identifier}${salt}`);
}

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
