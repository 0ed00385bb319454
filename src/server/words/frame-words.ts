import type { Words } from "../../shared/page/words.ts";
import ar from "./languages/ar.json" with { type: "json" };
import cs from "./languages/cs.json" with { type: "json" };
import de from "./languages/de.json" with { type: "json" };
import es from "./languages/es.json" with { type: "json" };
import fa from "./languages/fa.json" with { type: "json" };
import fr from "./languages/fr.json" with { type: "json" };
import he from "./languages/he.json" with { type: "json" };
import hi from "./languages/hi.json" with { type: "json" };
import it from "./languages/it.json" with { type: "json" };
import ja from "./languages/ja.json" with { type: "json" };
import ko from "./languages/ko.json" with { type: "json" };
import nl from "./languages/nl.json" with { type: "json" };
import pl from "./languages/pl.json" with { type: "json" };
import pt from "./languages/pt.json" with { type: "json" };
import ru from "./languages/ru.json" with { type: "json" };
import sv from "./languages/sv.json" with { type: "json" };
import tr from "./languages/tr.json" with { type: "json" };
import uk from "./languages/uk.json" with { type: "json" };
import zhHans from "./languages/zh-Hans.json" with { type: "json" };
import zhHant from "./languages/zh-Hant.json" with { type: "json" };

/** Words by language. The keys are English. */
export const LANGUAGES: ReadonlyMap<string, Words> = new Map(
	Object.entries({
		ar,
		cs,
		de,
		es,
		fa,
		fr,
		he,
		hi,
		it,
		ja,
		ko,
		nl,
		pl,
		pt,
		ru,
		sv,
		tr,
		uk,
		"zh-Hans": zhHans,
		"zh-Hant": zhHant,
	}),
);

/** The English forms of all words of the frame. */
export const FRAME_WORDS: ReadonlySet<string> = new Set(
	Object.keys(LANGUAGES.values().next().value ?? {}),
);

/**
 * Returns the words of a language, with the operator's replacements.
 *
 * @param locale A BCP 47 tag; a region without its own words uses those of its language.
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
