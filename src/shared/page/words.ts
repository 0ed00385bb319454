/** Translated words of the frame, by their English form; a missing word stays English. */
export type Words = Readonly<Record<string, string>>;

/** Translates a word of the frame; a word without a translation stays English. */
export function wordIn({ words }: { readonly words?: Words | undefined }, english: string): string {
	return words?.[english] ?? english;
}

/** @returns The words with these names that have a translation. */
export function pickWords(words: Words, names: Iterable<string>): Words {
	const said = [...names].flatMap((name) => {
		const word = words[name];
		return word === undefined ? [] : [[name, word] as const];
	});
	return Object.fromEntries(said);
}

/**
 * Fills the placeholders of a sentence.
 *
 * @example
 * fillWords("Page {n} of {count}", { n: 2, count: 3 }); // "Page 2 of 3"
 */
export function fillWords(
	sentence: string,
	values: Readonly<Record<string, string | number>>,
): string {
	return sentence.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
