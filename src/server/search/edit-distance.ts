/**
 * How many letters must be left out, put in, changed or swapped with their neighbor to make one word
 * of another. @see https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance optimal string alignment
 *
 * @returns More than `limit` as soon as it is sure to be.
 */
export function editDistance(one: string, other: string, limit: number): number {
	if (Math.abs(one.length - other.length) > limit) return limit + 1;
	let before: number[] = [];
	let last = Array.from({ length: other.length + 1 }, (_, index) => index);
	for (let row = 1; row <= one.length; row += 1) {
		const next = [row];
		let best = row;
		for (let column = 1; column <= other.length; column += 1) {
			const isSame = one[row - 1] === other[column - 1];
			const changed = at(last, column - 1) + (isSame ? 0 : 1);
			let distance = Math.min(changed, at(last, column) + 1, at(next, column - 1) + 1);
			if (isSwap(one, other, row, column)) {
				distance = Math.min(distance, at(before, column - 2) + 1);
			}
			next.push(distance);
			best = Math.min(best, distance);
		}
		if (best > limit) return limit + 1;
		before = last;
		last = next;
	}
	return at(last, other.length);
}

function isSwap(one: string, other: string, row: number, column: number): boolean {
	if (row < 2 || column < 2) return false;
	return one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
}

function at(row: readonly number[], index: number): number {
	return row[index] ?? Number.POSITIVE_INFINITY;
}
