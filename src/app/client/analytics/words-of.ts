import type { Words } from "../../../shared/page/words.ts";

/**
 * @returns Gives a word in the language of an island. The server gives its element the words: no other page
 * needs them.
 */
export function wordsOf({ dataset }: HTMLElement): (english: string) => string {
	const words = JSON.parse(dataset["words"] ?? "{}") as Words;
	return (english) => words[english] ?? english;
}
