import type { NavigationEntry } from "../platform/settings/site-file-settings.ts";
import { asText } from "./read-data.ts";

/** An entry of `locales`; the first of a list is the main language, whose pages are in no folder. */
export interface AdoptedLocale {
	/** BCP 47; also the folder of its pages, unless it is the first. */
	readonly code: string;
	readonly label: string;
	/** Titles of groups, by what they are called in the main language. */
	readonly words?: Readonly<Record<string, string>>;
	readonly navigation?: readonly NavigationEntry[];
}

/** @param label As the configuration has it; anything but text: what the language calls itself. */
export function adoptedLocale(code: string, label: unknown): AdoptedLocale {
	return { code, label: asText(label) ?? nameOf(code) };
}

/** @returns `undefined` where the site has one language, or a code is no language. */
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
