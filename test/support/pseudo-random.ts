/**
 * @returns Numbers from 0 to below 1, the same ones for the same seed.
 * @see https://en.wikipedia.org/wiki/Linear_congruential_generator
 */
export function pseudoRandom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}
