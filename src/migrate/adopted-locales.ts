import type { NavigationEntry } from "../platform/settings/content-settings.ts";
import * as data from "./source/data.ts";

/** An entry of `locales`. The first is the main language, whose pages have no folder. */
export interface AdoptedLocale {
	/** BCP 47; also the folder of its pages, except for the first. */
	readonly code: string;
	readonly label: string;
	/** Translated titles of groups, by their title in the main language. */
	readonly words?: Readonly<Record<string, string>>;
	readonly navigation?: readonly NavigationEntry[] | undefined;
}

/** A language in the form of a configuration. */
interface GivenLocale extends Pick<AdoptedLocale, "code" | "navigation"> {
	/** Without a text, the label is the language's own name. */
	readonly label?: unknown;
	readonly words?: readonly (readonly [title: string, translation: string])[];
}

/** @returns `undefined` for one language, or if a code is not a language. */
export function adoptedLocales(
	given: readonly GivenLocale[],
): readonly AdoptedLocale[] | undefined {
	if (given.length < 2 || !given.every(({ code }) => isLanguage(code))) return undefined;
	return given.map(({ code, label, words = [], ...locale }) => ({
		code,
		label: data.text(label) ?? nameOf(code),
		...(words.length > 0 && { words: Object.fromEntries(words) }),
		...locale,
	}));
}

/** Returns the content folders of a site whose main language has a folder too: its pages move to the root. */
export function localeFolders(folder: string, locales: readonly AdoptedLocale[]) {
	return locales.map(({ code }, index) => ({
		folder: `${folder}/${code}`,
		at: index === 0 ? "/" : `/${code}`,
	}));
}

function nameOf(code: string): string {
	const name = new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
	return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

function isLanguage(code: string): boolean {
	try {
		return Intl.getCanonicalLocales(code).length === 1;
	} catch {
		return false;
	}
}
