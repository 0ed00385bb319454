/** Beyond it two paths are no longer alike, but only short. */
const MAX_SHARE = 0.4;
/** A path is cut there, so that long made-up paths cost no more. */
const MAX_LENGTH = 200;

/**
 * @param candidates The likelier first: of several that are as near, the first counts.
 * @returns The candidate that the fewest edits make of the path, if it is near enough.
 * @example
 * similarPath("/docs/instal", ["/docs", "/docs/install"]); // "/docs/install"
 */
export function similarPath(path: string, candidates: readonly string[]): string | undefined {
	const wanted = fold(path);
	let best: string | undefined;
	let bestDistance = Math.floor(wanted.length * MAX_SHARE) + 1;
	for (const candidate of candidates) {
		const text = fold(candidate);
		if (Math.abs(text.length - wanted.length) >= bestDistance) continue;
		const distance = editDistance(wanted, text);
		if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
	}
	return best;
}

/** Letter case and final slashes make no other page. */
function fold(path: string): string {
	return path.toLowerCase().replace(/\/+$/, "").slice(0, MAX_LENGTH);
}

/** Letters to insert, delete or replace. @see Levenshtein 1966 */
function editDistance(left: string, right: string): number {
	let above = Array.from({ length: right.length + 1 }, (_, index) => index);
	for (let row = 1; row <= left.length; row += 1) {
		const current = [row];
		for (let column = 1; column <= right.length; column += 1) {
			const replaced =
				cell(above, column - 1) +
				(left.charCodeAt(row - 1) === right.charCodeAt(column - 1) ? 0 : 1);
			current.push(Math.min(replaced, cell(above, column) + 1, cell(current, column - 1) + 1));
		}
		above = current;
	}
	return cell(above, right.length);
}

/** Both loops stay within the row. */
function cell(row: readonly number[], index: number): number {
	return row[index] as number;
}
