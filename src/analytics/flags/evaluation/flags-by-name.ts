import type { CatalogFlag } from "./evaluate-flags.ts";

/**
 * Finds flags by both names that definitions use for them: stored ones name the flags they
 * depend on by id, local definitions by key. A key wins over an id that looks like it.
 */
export function flagsByName(flags: readonly CatalogFlag[]): ReadonlyMap<string, CatalogFlag> {
	const known = flags.filter(({ definition }) => definition.deleted !== true);
	return new Map([
		...known.map((flag) => [String(flag.id), flag] as const),
		...known.map((flag) => [flag.definition.key, flag] as const),
	]);
}
