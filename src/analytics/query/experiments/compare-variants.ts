import { type Beta, betaDensity, betaQuantile, betaShareBelow } from "./special-functions.ts";

export interface VariantCounts {
	readonly exposed: number;
	/** Of the exposed. */
	readonly converted: number;
}

export interface VariantEstimate {
	/** In which the rate lies with a probability of 95 %. */
	readonly interval: readonly [low: number, high: number];
	/** How likely it is that no other variant has a higher rate. 0 to 1; together they are 1. */
	readonly chanceToBeBest: number;
}

/** Half of what is outside of the interval. */
const TAIL = 0.025;
/** In standard deviations: outside of it there is nothing that counts. */
const REACH = 10;
/** Even; a hundredth of a standard deviation each. */
const PARTS = 2_000;

/**
 * What the counts say of the rates: each is Beta(1 + converted, 1 + not converted), the posterior
 * of a binomial with a uniform prior. The chance to be best is ∫ fᵢ ∏ Fⱼ, by Simpson's rule: the
 * same counts always give the same figures, which sampling would not.
 *
 * @see Gelman et al., Bayesian Data Analysis, 3rd edition, section 2.4
 */
export function compareVariants(variants: readonly VariantCounts[]): readonly VariantEstimate[] {
	const betas = variants.map(({ exposed, converted }) => ({
		a: 1 + converted,
		b: 1 + exposed - converted,
	}));
	const chances = betas.map((beta, index) =>
		chanceToBeBest(
			beta,
			betas.filter((_, other) => other !== index),
		),
	);
	// What rounding has left; it is 1 within a thousandth.
	const total = chances.reduce((sum, chance) => sum + chance, 0);
	return betas.map((beta, index) => ({
		interval: [betaQuantile(TAIL, beta), betaQuantile(1 - TAIL, beta)],
		chanceToBeBest: (chances[index] ?? 0) / total,
	}));
}

function chanceToBeBest(own: Beta, others: readonly Beta[]): number {
	const sum = own.a + own.b;
	const mean = own.a / sum;
	const deviation = Math.sqrt((mean * (1 - mean)) / (sum + 1));
	const from = Math.max(0, mean - REACH * deviation);
	const step = (Math.min(1, mean + REACH * deviation) - from) / PARTS;
	let total = 0;
	for (let part = 0; part <= PARTS; part += 1) {
		const weight = part === 0 || part === PARTS ? 1 : part % 2 === 0 ? 2 : 4;
		// The ends themselves have no logarithm.
		const x = Math.min(1 - Number.EPSILON, Math.max(Number.MIN_VALUE, from + part * step));
		const density = betaDensity(x, own);
		if (density === 0) continue;
		total += weight * density * others.reduce((all, other) => all * betaShareBelow(x, other), 1);
	}
	return (total * step) / 3;
}
