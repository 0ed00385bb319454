import { chiSquareTail } from "./special-functions.ts";

export interface VariantSplit {
	readonly exposed: number;
	/** Of all who are exposed, as the flag has it; in any unit. */
	readonly share: number;
}

/**
 * How likely a split at least as far from the shares of the flag is by chance alone: Pearson's
 * chi-square test.
 *
 * @returns The p-value; `undefined` where there is nothing to compare.
 * @see Kohavi, Tang, Xu: Trustworthy Online Controlled Experiments, chapter 21
 */
export function sampleRatioChance(variants: readonly VariantSplit[]): number | undefined {
	const compared = variants.filter(({ share }) => share > 0);
	const exposed = sumOf(compared.map((variant) => variant.exposed));
	const shares = sumOf(compared.map(({ share }) => share));
	if (compared.length < 2 || exposed === 0) return undefined;
	const statistic = sumOf(
		compared.map((variant) => {
			const expected = (exposed * variant.share) / shares;
			return (variant.exposed - expected) ** 2 / expected;
		}),
	);
	return chiSquareTail(statistic, compared.length - 1);
}

function sumOf(values: readonly number[]): number {
	return values.reduce((sum, value) => sum + value, 0);
}
