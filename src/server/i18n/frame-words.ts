import type { Words } from "../../shared/page/words.ts";
import languages from "./languages.json" with { type: "json" };

/** Words by language. The keys are English. */
export const LANGUAGES: ReadonlyMap<string, Words> = new Map(Object.entries(languages));

/** The English forms of all words of the frame. */
export const FRAME_WORDS: ReadonlySet<string> = new Set(
	Object.keys(LANGUAGES.values().next().value ?? {}),
);

/**
 * Returns the words of a language, with the operator's replacements.
 *
 * @param locale A BCP 47 tag; a region without its own words uses the words of its language.
 * @returns An empty object for English without replacements.
 */
export function frameWords(locale: string, own: Words): Words {
	return { ...LANGUAGES.get(languageOf(locale)), ...own };
}

function languageOf(locale: string): string {
	const { language, script, region } = new Intl.Locale(locale).maximize();
	if (language !== "zh") return language === "nb" || language === "nn" ? "no" : language;
	return script === "Hant" || region === "TW" ? "zh-Hant" : "zh-Hans";
}
