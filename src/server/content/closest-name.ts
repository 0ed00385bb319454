/** More than two slips make another word. */
const MAX_SLIPS = 2;

/**
 * The known name that a misspelled one was probably meant to be.
 *
 * @returns `undefined` when none is near.
 * @example
 * closestName("nmae", ["name", "url"]); // "name"
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

/** Letters left out, put in, replaced, or swapped with their neighbor; one row at a time. */
function countSlips(one: string, other: string): number {
	// An author's key may be a whole paragraph; its distance does not matter then.
	if (Math.abs(one.length - other.length) > MAX_SLIPS) return MAX_SLIPS + 1;
	let before: readonly number[] = [];
	let row: readonly number[] = Array.from({ length: other.length + 1 }, (_, column) => column);
	for (let index = 0; index < one.length; index++) {
		const next = [index + 1];
		for (let column = 1; column <= other.length; column++) {
			const replaced = at(row, column - 1) + (one[index] === other[column - 1] ? 0 : 1);
			const isSwapped = one[index] === other[column - 2] && one[index - 1] === other[column - 1];
			const swapped = isSwapped ? at(before, column - 2) + 1 : replaced;
			next.push(Math.min(replaced, swapped, at(row, column) + 1, at(next, column - 1) + 1));
		}
		before = row;
		row = next;
	}
	return at(row, other.length);
}

function at(row: readonly number[], column: number): number {
	return row[column] ?? Number.POSITIVE_INFINITY;
}
