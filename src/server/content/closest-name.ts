/** More than two slips make another word. */
const MAX_SLIPS = 2;

/**
 * The known name that a misspelt one was probably meant to be.
 *
 * @returns `undefined` when none is near.
 */
export function closestName(name: string, known: Iterable<string>): string | undefined {
	let closest: string | undefined;
	let fewest = MAX_SLIPS + 1;
	for (const candidate of known) {
		const slips = countSlips(name.toLowerCase(), candidate.toLowerCase());
		// In a short name every letter counts: "id" is no slip of "h1".
		if (slips >= fewest || slips >= candidate.length / 2) continue;
		fewest = slips;
		closest = candidate;
	}
	return closest;
}

/** The Levenshtein distance, one row at a time. */
function countSlips(one: string, other: string): number {
	// An author's key may be a whole paragraph; its distance does not matter then.
	if (Math.abs(one.length - other.length) > MAX_SLIPS) return MAX_SLIPS + 1;
	let row = Array.from({ length: other.length + 1 }, (_, column) => column);
	for (const [index, letter] of Array.from(one).entries()) {
		const next = [index + 1];
		for (let column = 1; column <= other.length; column++) {
			const replaced = (row[column - 1] ?? 0) + (letter === other[column - 1] ? 0 : 1);
			next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
		}
		row = next;
	}
	return row[other.length] ?? 0;
}
