/**
 * The number of letters to remove, insert, replace or swap with their neighbor.
 *
 * @returns More than `limit` as soon as the distance exceeds it.
 * @see https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance optimal string alignment
 */
export function editDistance(one: string, other: string, limit: number): number {
	if (Math.abs(one.length - other.length) > limit) return limit + 1;
	let before = new Uint8Array(other.length + 1);
	let last = Uint8Array.from(before, (_, column) => column);
	for (let line = 1; line <= one.length; line += 1) {
		const next = new Uint8Array(other.length + 1);
		next[0] = line;
		let best = line;
		for (let column = 1; column <= other.length; column += 1) {
			const isSame = one.charCodeAt(line - 1) === other.charCodeAt(column - 1);
			let distance = Math.min(
				at(last, column - 1) + (isSame ? 0 : 1),
				at(last, column) + 1,
				at(next, column - 1) + 1,
			);
			if (isSwap(one, other, line, column)) {
				distance = Math.min(distance, at(before, column - 2) + 1);
			}
			next[column] = distance;
			best = Math.min(best, distance);
		}
		if (best > limit) return limit + 1;
		before = last;
		last = next;
	}
	return at(last, other.length);
}

function isSwap(one: string, other: string, line: number, column: number): boolean {
	if (line < 2 || column < 2) return false;
	return (
		one.charCodeAt(line - 1) === other.charCodeAt(column - 2) &&
		one.charCodeAt(line - 2) === other.charCodeAt(column - 1)
	);
}

function at(values: Uint8Array, index: number): number {
	return values[index] ?? 0;
}
