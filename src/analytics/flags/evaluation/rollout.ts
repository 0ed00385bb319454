import { hash01 } from "./hash01.ts";

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

/** Nobody to hash for counts as 0: in at any percentage, and the first variant. */
export function rolloutHash(flagKey: string, identifier: string, salt: "" | "variant"): number {
	return identifier === "" ? 0 : hash01(`${flagKey}.${identifier}${salt}`);
}
