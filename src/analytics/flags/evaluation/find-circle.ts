import type { CatalogFlag } from "../definition/flag-definition.ts";
import { dependenciesOf, flagsByName } from "./evaluate-flags.ts";

/**
 * Finds out whether a flag depends on itself.
 *
 * @param flags All flags, including this one.
 * @returns The keys along the circle, from the flag back to it, or `undefined`.
 */
export function findCircle(
	flag: CatalogFlag,
	flags: readonly CatalogFlag[],
): readonly string[] | undefined {
	const byName = flagsByName(flags);
	const seen = new Set<CatalogFlag>();
	const search = (current: CatalogFlag): readonly string[] | undefined => {
		if (seen.has(current)) return undefined;
		seen.add(current);
		const { key } = current.definition;
		for (const name of dependenciesOf(current.definition)) {
			const next = byName.get(name);
			if (next === flag) return [key, flag.definition.key];
			const rest = next && search(next);
			if (rest !== undefined) return [key, ...rest];
		}
		return undefined;
	};
	return search(flag);
}
