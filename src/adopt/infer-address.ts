import type { Problem } from "../server/content/problem.ts";

/** The end of the sentence about a link that leads nowhere. */
const DEAD_LINK = /^Link "(\/[^"?#]*)[^"]*" leads to no page and no file$/;

/** So many links agree by accident in no folder. */
const MIN_LINKS = 20;

const MAX_SEGMENTS = 3;

/**
 * A documentation may be a part of a larger site, which its own files do not say: then its links
 * carry an address that nothing of it has.
 *
 * @param isAnswered Whether something is at a path.
 * @returns What nearly all dead links have before addresses that exist, such as `/docs/4.x`.
 */
export function inferAddress(
	problems: readonly Problem[],
	isAnswered: (path: string) => boolean,
): string | undefined {
	const dead = problems.flatMap(({ message }) => DEAD_LINK.exec(message)?.[1] ?? []);
	const counts = new Map<string, number>();
	for (const path of dead) {
		const segments = path.split("/").slice(1);
		for (let length = 1; length <= MAX_SEGMENTS && length < segments.length; length += 1) {
			const prefix = `/${segments.slice(0, length).join("/")}`;
			if (isAnswered(path.slice(prefix.length))) counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
		}
	}
	const [best] = [...counts].toSorted((one, other) => other[1] - one[1]);
	if (best === undefined || best[1] < MIN_LINKS || best[1] < dead.length / 2) return undefined;
	return best[0];
}
