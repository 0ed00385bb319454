import type { Words } from "../../shared/page/words.ts";
import { LANGUAGES } from "./languages.ts";

/** The English forms of all words of the frame. */
export const FRAME_WORDS: ReadonlySet<string> = new Set(
	Object.keys(LANGUAGES.values().next().value ?? {}),
);

/**
 * The words of a site's language, with the operator's own in their place.
 *
 * @param locale A BCP 47 tag; a region without words of its own has those of its language.
 * @returns Nothing for English as it comes.
 */
export function frameWords(locale: string, own: Words): Words {
	return { ...LANGUAGES.get(languageOf(locale)), ...own };
}

function languageOf(locale: string): string {
	const { language, script, region } = new Intl.Locale(locale).maximize();
	if (language !== "zh") return language === "nb" || language === "nn" ? "no" : language;
	return script === "Hant" || region === "TW" ? "zh-Hant" : "zh-Hans";
}
