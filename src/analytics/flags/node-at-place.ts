import { isCollection } from "yaml";

/**
 * Finds what a problem is about in the file it comes from.
 *
 * @param problem Begins with a place in the definition, such as `filters.groups[0].variant`.
 * @returns The node at that place; where it is absent, the one that lacks it.
 */
export function nodeAtPlace(definition: unknown, problem: string): unknown {
	const [place = ""] = problem.split(" ", 1);
	let node = definition;
	for (const part of place.split(/[.[\]]+/).filter((name) => name !== "")) {
		const next = isCollection(node)
			? node.get(/^\d+$/.test(part) ? Number(part) : part, true)
			: undefined;
		if (next === undefined) return node;
		node = next;
	}
	return node;
}
