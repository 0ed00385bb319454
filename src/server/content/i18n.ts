import type { NavigationEntry } from "../../platform/settings/content-settings.ts";
import type { Words } from "../../shared/page/words.ts";

/** A language of the site. */
export interface Locale {
	/** BCP 47; also the folder of its pages, unless it is the first. */
	readonly code: string;
	/** Name of the language in that language, such as `Deutsch`. */
	readonly label: string;
	/** Words of the frame, by their English form. */
	readonly words: Words;
	/** Navigation of the newest version; absent: the main language's, as far as it is translated. */
	readonly navigation?: readonly NavigationEntry[] | undefined;
}

/**
 * Converts the language suffix of a page file to a folder.
 *
 * @example
 * translatedName("guide/a.de.md", [{ code: "en" }, { code: "de" }]); // "de/guide/a.md"
 */
export function translatedName(name: string, locales: readonly Pick<Locale, "code">[]): string {
	const [, stem = "", code, extension = ""] =
		/^(.*[^/.])\.([\w-]+)(\.(?:mdx?|markdown))$/i.exec(name) ?? [];
	const index = locales.findIndex((locale) => locale.code === code);
	if (index === -1) return name;
	return `${index === 0 ? "" : `${code}/`}${stem}${extension}`;
}
