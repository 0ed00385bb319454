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
