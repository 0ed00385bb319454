import type { Problem } from "../server/content/problem.ts";

/** The problem of a dead link. */
const DEAD_LINK = /^Link "(\/[^"?#]*)[^"]*" leads to no page and no file$/;

/** Fewer links may agree by accident. */
const MIN_LINKS = 20;

const MAX_SEGMENTS = 3;

/**
 * Infers the address of a documentation that is a part of a larger site: its links start with an address
 * that none of its own pages has.
 *
 * @param isAnswered Whether a page has a path.
 * @returns The prefix of most dead links, without which they would exist, such as `/docs/4.x`.
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
