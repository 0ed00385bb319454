import { editDistance } from "../../../shared/edit-distance.ts";

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
		const distance = editDistance(wanted, text, bestDistance - 1);
		if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
	}
	return best;
}

/** Letter case and final slashes make no other page. */
function fold(path: string): string {
	return path.toLowerCase().replace(/\/+$/, "").slice(0, MAX_LENGTH);
}
