import type { IslandSources } from "../../shared/page/islands.ts";
import { pickWords } from "../../shared/page/words.ts";

/** @returns The words that the browser fills an island with, as JSON; absent in English. */
export function dataWords(
	{ words = {} }: IslandSources,
	names: readonly string[],
): string | undefined {
	const said = pickWords(words, names);
	return Object.keys(said).length === 0 ? undefined : JSON.stringify(said);
}
