/** Words of the frame in the language of the page, by their English form; absent: they are English. */
export type Words = Readonly<Record<string, string>>;

/** @returns A word of the frame as visitors read it. */
export function wordIn({ words }: { readonly words?: Words | undefined }, english: string): string {
	return words?.[english] ?? english;
}
