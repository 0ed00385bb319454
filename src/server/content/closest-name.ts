import { editDistance } from "../../shared/edit-distance.ts";

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
		// An author's key may be a whole paragraph; its distance does not matter then.
		const slips = editDistance(name.toLowerCase(), candidate.toLowerCase(), MAX_SLIPS);
		// In a short name every letter counts: "id" is no slip of "h1".
		if (slips >= fewest || slips >= candidate.length / 2) continue;
		fewest = slips;
		closest = candidate;
	}
	return closest;
}
