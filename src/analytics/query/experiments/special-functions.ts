/** At this, a continued fraction or a series has converged. */
const PRECISION = 1e-15;
/** It takes about the root of the largest parameter. */
const MAX_TERMS = 100_000;
/** In place of 0, by which Lentz's method would divide. */
const TINY = 1e-300;

/** Lanczos' coefficients for g = 7. */
const FIRST_COEFFICIENT = 0.9999999999998099;
const COEFFICIENTS = [
	676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
	-0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
];

/** The natural logarithm of the gamma function for x ≥ 0.5, by Lanczos. */
function logGamma(x: number): number {
	const t = x + 6.5;
	const series = COEFFICIENTS.reduce(
		(sum, coefficient, index) => sum + coefficient / (x + index),
		FIRST_COEFFICIENT,
	);
	return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(series);
}

/** Parameters of a beta distribution, each at least 1. */
export interface Beta {
	readonly a: number;
	readonly b: number;
}

/** @returns The density of a beta distribution at `x`, for 0 < x < 1. */
export function betaDensity(x: number, { a, b }: Beta): number {
	return Math.exp(
		(a - 1) * Math.log(x) + (b - 1) * Math.log1p(-x) + logGamma(a + b) - logGamma(a) - logGamma(b),
	);
}

/**
 * The regularized incomplete beta function: the share of a beta distribution below `x`.
 *
 * @see https://dlmf.nist.gov/8.17#v — the continued fraction, evaluated by Lentz's method.
 */
export function betaShareBelow(x: number, { a, b }: Beta): number {
	if (x <= 0) return 0;
	if (x >= 1) return 1;
	// The fraction converges quickly on this side of the mean.
	if (x > (a + 1) / (a + b + 2)) return 1 - betaShareBelow(1 - x, { a: b, b: a });
	const fraction = continuedFraction((index) => {
		const m = Math.floor(index / 2);
		if (index === 0) return { over: 1, under: 1 };
		const over =
			index % 2 === 0
				? (m * (b - m) * x) / ((a + index - 1) * (a + index))
				: (-(a + m) * (a + b + m) * x) / ((a + index - 1) * (a + index));
		return { over, under: 1 };
	});
	return ((betaDensity(x, { a, b }) * x * (1 - x)) / a) * fraction;
}

/** @returns Below which value so much of a beta distribution lies. */
export function betaQuantile(share: number, beta: Beta): number {
	let low = 0;
	let high = 1;
	// Each turn halves what is left; sixty are what a number can hold.
	for (let turn = 0; turn < 60; turn += 1) {
		const middle = (low + high) / 2;
		if (betaShareBelow(middle, beta) < share) low = middle;
		else high = middle;
	}
	return (low + high) / 2;
}

/**
 * The upper tail of the chi-square distribution: how likely a statistic at least this large is.
 *
 * @see https://dlmf.nist.gov/8.7 — the series — and https://dlmf.nist.gov/8.9 — the fraction.
 */
export function chiSquareTail(statistic: number, degreesOfFreedom: number): number {
	const s = degreesOfFreedom / 2;
	const x = statistic / 2;
	if (x <= 0) return 1;
	const scale = Math.exp(s * Math.log(x) - x - logGamma(s));
	if (x >= s + 1) {
		const fraction = continuedFraction((index) => ({
			over: index === 0 ? 1 : -index * (index - s),
			under: x + 2 * index + 1 - s,
		}));
		return scale * fraction;
	}
	let term = 1 / s;
	let sum = term;
	for (let index = 1; index < MAX_TERMS && term > sum * PRECISION; index += 1) {
		term *= x / (s + index);
		sum += term;
	}
	return 1 - scale * sum;
}

interface Term {
	readonly over: number;
	readonly under: number;
}

/** over₀ / (under₀ + over₁ / (under₁ + …)), by the modified method of Lentz. */
function continuedFraction(termAt: (index: number) => Term): number {
	let value = TINY;
	let c = value;
	let d = 0;
	for (let index = 0; index < MAX_TERMS; index += 1) {
		const { over, under } = termAt(index);
		d = 1 / nonZero(under + over * d);
		c = nonZero(under + over / c);
		const change = c * d;
		value *= change;
		if (Math.abs(change - 1) < PRECISION) break;
	}
	return value;
}

function nonZero(value: number): number {
	return Math.abs(value) < TINY ? TINY : value;
}
