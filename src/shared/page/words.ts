/** Words of the frame in the language of the page, by their English form; absent: English. */
export type Words = Readonly<Record<string, string>>;

/** @returns A word of the frame as visitors read it. */
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
