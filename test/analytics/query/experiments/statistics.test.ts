import { expect, test } from "vitest";
import { compareVariants } from "../../../../src/analytics/query/experiments/compare-variants.ts";
import {
	chiSquareTail,
	sampleRatioChance,
} from "../../../../src/analytics/query/experiments/sample-ratio.ts";
import { pseudoRandom } from "../../../support/pseudo-random.ts";

const counts = (converted: number, failed: number) => ({ converted, exposed: converted + failed });
const estimate = (...variants: readonly { converted: number; exposed: number }[]) =>
	compareVariants(variants);

test("the interval is that of a published example", () => {
	// Gelman et al., Bayesian Data Analysis, 2.4: 437 girls of 980 births with placenta previa.
	const [girls] = estimate({ converted: 437, exposed: 980 });

	expect(girls?.interval.map((end) => Number(end.toFixed(3)))).toEqual([0.415, 0.477]);
});

test("two variants are those of PostHog's own tests", () => {
	// test_funnel_experiment_result.py: 100 of 110 against 100 of 118, within a thousandth.
	const [better, control] = estimate(counts(100, 10), counts(100, 18));

	expect(better?.chanceToBeBest).toBeCloseTo(0.918, 2);
	expect(control?.chanceToBeBest).toBeCloseTo(0.082, 2);
	for (const [index, end] of [0.8405, 0.9494].entries()) {
		expect(better?.interval[index]).toBeCloseTo(end, 3);
	}
	for (const [index, end] of [0.7715, 0.901].entries()) {
		expect(control?.interval[index]).toBeCloseTo(end, 3);
	}
});

test("the chance to be best of two is Evan Miller's closed form", () => {
	const random = pseudoRandom(7);
	for (let turn = 0; turn < 40; turn += 1) {
		const size = 10 ** (1 + random() * 4);
		const [a, b] = [0, 1].map(() => {
			const exposed = 1 + Math.floor(random() * size);
			return { exposed, converted: Math.floor(random() * Math.min(exposed, 400)) };
		});
		if (a === undefined || b === undefined) continue;
		const [, second] = estimate(a, b);
		expect(second?.chanceToBeBest).toBeCloseTo(closedForm(a, b), 4);
	}
});

test("chances are 1 together, equal for equals, and hold for a million", () => {
	const equals = estimate(counts(40, 60), counts(40, 60), counts(40, 60), counts(40, 60));
	for (const { chanceToBeBest } of equals) expect(chanceToBeBest).toBeCloseTo(0.25, 6);
	expect(estimate(counts(0, 0), counts(0, 0)).map((one) => one.chanceToBeBest)).toEqual([0.5, 0.5]);
	const [less, more] = estimate(counts(100_000, 900_000), counts(101_000, 899_000));
	// A normal approximation: z = 0.001 / sqrt(2 * 0.1 * 0.9 / 1e6) = 2.35.
	expect(more?.chanceToBeBest).toBeCloseTo(0.9906, 3);
	expect((less?.chanceToBeBest ?? 0) + (more?.chanceToBeBest ?? 0)).toBeCloseTo(1, 12);
});

test("the tail of chi-square is that of the printed tables", () => {
	// NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4.
	for (const [statistic, degrees, tail] of [
		[3.841, 1, 0.05],
		[10.828, 1, 0.001],
		[5.991, 2, 0.05],
		[0.711, 4, 0.95],
		[18.307, 10, 0.05],
	] as const) {
		expect(chiSquareTail(statistic, degrees)).toBeCloseTo(tail, 4);
	}
});

test("a split that is off is noticed as in published examples", () => {
	const even = (...exposed: readonly number[]) =>
		sampleRatioChance(exposed.map((count) => ({ exposed: count, share: 50 })));

	// Kohavi, Tang, Xu: Trustworthy Online Controlled Experiments, chapter 21, example 1.
	expect(even(821_588, 815_482)).toBeCloseTo(1.8e-6, 7);
	expect(even(500, 500)).toBe(1);
	expect(even(0, 0)).toBeUndefined();
	expect(
		sampleRatioChance([
			{ exposed: 900, share: 90 },
			{ exposed: 100, share: 10 },
			{ exposed: 3, share: 0 },
		]),
	).toBe(1);
});

/** P(B > A). @see https://www.evanmiller.org/bayesian-ab-testing.html#binary_ab */
function closedForm(a: { converted: number; exposed: number }, b: typeof a): number {
	const [aA, bA] = [1 + a.converted, 1 + a.exposed - a.converted];
	const [aB, bB] = [1 + b.converted, 1 + b.exposed - b.converted];
	let total = 0;
	for (let i = 0; i < aB; i += 1) {
		total += Math.exp(
			logBeta(aA + i, bB + bA) - Math.log(bB + i) - logBeta(1 + i, bB) - logBeta(aA, bA),
		);
	}
	return total;
}

function logBeta(a: number, b: number): number {
	return logFactorial(a - 1) + logFactorial(b - 1) - logFactorial(a + b - 1);
}

const LOG_FACTORIALS = [0];

function logFactorial(n: number): number {
	for (let i = LOG_FACTORIALS.length; i <= n; i += 1) {
		LOG_FACTORIALS.push((LOG_FACTORIALS[i - 1] ?? 0) + Math.log(i));
	}
	return LOG_FACTORIALS[n] ?? 0;
}
