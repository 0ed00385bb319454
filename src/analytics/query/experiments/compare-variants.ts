export interface VariantCounts {
	readonly exposed: number;
	/** Number of exposed visitors who reached the goal. */
	readonly converted: number;
}

export interface VariantEstimate {
	/** Contains the rate with a probability of 95 %. */
	readonly interval: readonly [low: number, high: number];
	/** Probability that no other variant has a higher rate, 0 to 1. All variants add up to 1. */
	readonly chanceToBeBest: number;
}

/** Probability on each side of the interval. */
const TAIL = 0.025;
/** Distance from the mean, in standard deviations. The density beyond it is negligible. */
const REACH = 20;
/** Number of equal steps, each at most a hundredth of a standard deviation wide. */
const PARTS = 4_000;

/**
 * Estimates the rates from the counts. Each rate is Beta(1 + converted, 1 + not converted), the
 * posterior of a binomial with a uniform prior. The chance to be best is ∫ fᵢ ∏ Fⱼ, by the midpoint
 * rule: unlike sampling, it gives the same figures for the same counts.
 *
 * @see Gelman et al., Bayesian Data Analysis, 3rd edition, section 2.4
 */
export function compareVariants(variants: readonly VariantCounts[]): readonly VariantEstimate[] {
	const posteriors = variants.map(createPosterior);
	const chances = posteriors.map((own) =>
		chanceToBeBest(
			own,
			posteriors.filter((other) => other !== own),
		),
	);
	// Corrects the rounding error: the sum is 1 within a thousandth.
	const total = chances.reduce((sum, chance) => sum + chance, 0);
	return posteriors.map((posterior, index) => ({
		interval: [quantileOf(posterior, TAIL), quantileOf(posterior, 1 - TAIL)],
		chanceToBeBest: (chances[index] ?? 0) / total,
	}));
}

/** The distribution of a rate, as a table with equal steps. */
interface Posterior {
	readonly from: number;
	readonly step: number;
	/** The cumulative distribution at each step, 0 to 1. */
	readonly below: readonly number[];
}

/** Sums the density by the trapezoidal rule. Dividing by the total removes its constant factor. */
function createPosterior({ exposed, converted }: VariantCounts): Posterior {
	const mean = (1 + converted) / (2 + exposed);
	const deviation = Math.sqrt((mean * (1 - mean)) / (3 + exposed));
	const from = Math.max(0, mean - REACH * deviation);
	const step = (Math.min(1, mean + REACH * deviation) - from) / PARTS;
	const densities = Array.from({ length: PARTS + 1 }, (_, part) => {
		// The logarithms are infinite at 0 and 1.
		const x = Math.min(1 - Number.EPSILON, Math.max(Number.MIN_VALUE, from + part * step));
		const failed = (exposed - converted) * (Math.log1p(-x) - Math.log1p(-mean));
		return Math.exp(converted * Math.log(x / mean) + failed);
	});
	let sum = 0;
	const sums = densities.map((density, part) => {
		if (part > 0) sum += ((densities[part - 1] ?? 0) + density) / 2;
		return sum;
	});
	return { from, step, below: sums.map((value) => value / sum) };
}

function chanceToBeBest({ from, step, below }: Posterior, others: readonly Posterior[]): number {
	return below.slice(1).reduce((total, share, part) => {
		const middle = from + (part + 0.5) * step;
		const isBest = others.reduce((all, other) => all * shareBelow(other, middle), 1);
		return total + (share - (below[part] ?? 0)) * isBest;
	}, 0);
}

function shareBelow({ from, step, below }: Posterior, x: number): number {
	const place = (x - from) / step;
	if (place <= 0) return 0;
	const part = Math.floor(place);
	const [low = 1, high = 1] = [below[part], below[part + 1]];
	return low + (high - low) * (place - part);
}

function quantileOf({ from, step, below }: Posterior, share: number): number {
	const part = below.findIndex((value) => value >= share);
	const [low = 0, high = 1] = [below[part - 1], below[part]];
	return from + step * (part - 1 + (share - low) / (high - low));
}
