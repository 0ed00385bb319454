/** Words of the frame in the language of the page, by their English form; absent: they are English. */
export type Words = Readonly<Record<string, string>>;

/** @returns A word of the frame as visitors read it. */
export function wordIn({ words }: { readonly words?: Words | undefined }, english: string): string {
	return words?.[english] ?? english;
}

/**
 * Puts values into the places that a sentence has for them.
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
