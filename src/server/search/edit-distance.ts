import { MAX_WORD } from "./tokenize.ts";

/** Rows of the table, used again by every call: a question compares thousands of words. */
let [before, last, next] = [row(), row(), row()];

/**
 * How many letters must be left out, put in, changed or swapped with their neighbor to make one word
 * of another. @see https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance optimal string alignment
 *
 * @param one Like `other`, of at most {@link MAX_WORD} letters.
 * @returns More than `limit` as soon as it is sure to be.
 */
export function editDistance(one: string, other: string, limit: number): number {
	if (Math.abs(one.length - other.length) > limit) return limit + 1;
	for (let column = 0; column <= other.length; column += 1) last[column] = column;
	for (let line = 1; line <= one.length; line += 1) {
		next[0] = line;
		let best = line;
		for (let column = 1; column <= other.length; column += 1) {
			const isSame = one.charCodeAt(line - 1) === other.charCodeAt(column - 1);
			const changed = at(last, column - 1) + (isSame ? 0 : 1);
			let distance = Math.min(changed, at(last, column) + 1, at(next, column - 1) + 1);
			if (isSwap(one, other, line, column)) {
				distance = Math.min(distance, at(before, column - 2) + 1);
			}
			next[column] = distance;
			best = Math.min(best, distance);
		}
		if (best > limit) return limit + 1;
		[before, last, next] = [last, next, before];
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

function row(): Uint8Array {
	return new Uint8Array(MAX_WORD + 1);
}

function at(values: Uint8Array, index: number): number {
	return values[index] ?? 0;
}
