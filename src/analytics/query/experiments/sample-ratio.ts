export interface VariantSplit {
	readonly exposed: number;
	/** Share of the exposed visitors as the flag defines it, in any unit. */
	readonly share: number;
}

/**
 * Probability that chance alone causes a split at least as far from the flag's shares: Pearson's
 * chi-square test.
 *
 * @returns The p-value; `undefined` if there is nothing to compare.
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

/** Length of the integrated tail, in standard deviations. The density beyond it is negligible. */
const REACH = 40;
/** Even, as Simpson's rule requires. */
const PARTS = 4_000;

/**
 * The upper tail of the chi-square distribution: the probability of a statistic at least this large.
 * Integrates over the root of the statistic: its density uᵈ⁻¹ exp(−u²/2) has no pole at 0.
 */
export function chiSquareTail(statistic: number, degreesOfFreedom: number): number {
	const power = degreesOfFreedom - 1;
	const mode = Math.sqrt(power);
	// Divided by the density at the mode, to avoid an overflow.
	const density = (u: number): number =>
		u === 0
			? Number(power === 0)
			: Math.exp(power * Math.log(u / (mode || 1)) - (u ** 2 - power) / 2);
	const root = Math.sqrt(statistic);
	const end = Math.max(root, mode) + REACH;
	return integral(density, root, end) / integral(density, 0, end);
}

/** Simpson's rule. */
function integral(density: (u: number) => number, from: number, to: number): number {
	const step = (to - from) / PARTS;
	const weighted = Array.from({ length: PARTS + 1 }, (_, part) => {
		const weight = part === 0 || part === PARTS ? 1 : part % 2 === 0 ? 2 : 4;
		return weight * density(from + part * step);
	});
	return (sumOf(weighted) * step) / 3;
}
