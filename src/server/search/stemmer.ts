import { createRequire } from "node:module";

/** Word → what it has in common with its other forms. */
export type Stemmer = (word: string) => string;

/** By language subtag: the module of the package. */
const STEMMERS: Readonly<Record<string, string>> = {
	ar: "arabic",
	bg: "bulgarian",
	da: "danish",
	de: "german",
	el: "greek",
	en: "english",
	es: "spanish",
	fi: "finnish",
	fr: "french",
	hu: "hungarian",
	hy: "armenian",
	id: "indonesian",
	it: "italian",
	lt: "lithuanian",
	nb: "norwegian",
	nl: "dutch",
	no: "norwegian",
	pt: "portuguese",
	ro: "romanian",
	ru: "russian",
	sv: "swedish",
	tr: "turkish",
	uk: "ukrainian",
};

/** Shorter words are names of things as often as forms of words. */
const MIN_STEMMED = 4;

const load = createRequire(import.meta.url);

/**
 * The stemmer of a locale. A language without one keeps its words as they are.
 *
 * @param locale Such as `en`, `en-US` or `pt_BR`.
 */
export function stemmerFor(locale: string): Stemmer {
	const name = STEMMERS[locale.toLowerCase().split(/[-_]/, 1)[0] ?? ""];
	if (name === undefined) return (word) => word;
	const { stemmer } = load(`@orama/stemmers/${name}`) as { readonly stemmer: Stemmer };
	return (word) => (word.length < MIN_STEMMED ? word : stemmer(word));
}
