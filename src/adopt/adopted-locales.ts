import type { NavigationEntry } from "../platform/settings/content-settings.ts";
import * as data from "./source/data.ts";

/** An entry of `locales`. The first is the main language, whose pages have no folder. */
export interface AdoptedLocale {
	/** BCP 47; also the folder of its pages, except for the first. */
	readonly code: string;
	readonly label: string;
	/** Translated titles of groups, by their title in the main language. */
	readonly words?: Readonly<Record<string, string>>;
	readonly navigation?: readonly NavigationEntry[];
}

/** @param label From the configuration; without a text, the language's own name. */
export function adoptedLocale(code: string, label: unknown): AdoptedLocale {
	return { code, label: data.text(label) ?? nameOf(code) };
}

/** @returns `undefined` for one language, or if a code is not a language. */
export function severalLocales(
	locales: readonly AdoptedLocale[],
): readonly AdoptedLocale[] | undefined {
	return locales.length > 1 && locales.every(({ code }) => isLanguage(code)) ? locales : undefined;
}

/** For sites in which the main language has a folder too: it moves to the root. */
export function localeFolders(
	folder: string,
	locales: readonly AdoptedLocale[],
): readonly { readonly folder: string; readonly at: string }[] {
	return locales.map(({ code }, index) => ({
		folder: `${folder}/${code}`,
		at: index === 0 ? "/" : `/${code}`,
	}));
}

function nameOf(code: string): string {
	if (!isLanguage(code)) return code;
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
