import { CONSENT_WORDS, EARLY_ACCESS_WORDS } from "../../shared/page/islands.ts";
import type { Words } from "../../shared/page/words.ts";
import { BODY_WORDS } from "./body-words.ts";

/** What only the server writes: browsers get it as text, and never as data. */
const OF_THE_SERVER: ReadonlySet<string> = new Set([
	"Skip to content",
	"Links",
	"Announcement",
	"Home",
	"Breadcrumbs",
	"Edit this page",
	"Open as Markdown",
	"Last updated",
	"{n} min read",
	"Tags",
	"Posts",
	"Newer posts",
	"Older posts",
	"Page {n} of {count}",
	"Language",
	"Version",
	"Not translated",
	"Older version",
	"This page is shown in its original language: {language}.",
	"This is {version}. The newest version is {newest}.",
	"This page opens by itself for the visitors whom it is meant for.",
	"Without scripts, your visits are not counted.",
	...BODY_WORDS,
	"Features that can be tried early are listed here by a script.",
	...CONSENT_WORDS,
	...EARLY_ACCESS_WORDS,
]);

/** Of the banner that asks for consent. */
const OF_THE_BANNER: ReadonlySet<string> = new Set([
	"Analytics",
	"May this site count your visit? It stores your answer, and nothing else, in this browser.",
	"Yes, count my visit",
	"No",
]);

/** The words that the app itself writes, which every document carries. */
export function browserWords(
	words: Words,
	{ banner = false }: { readonly banner?: boolean },
): Words {
	return Object.fromEntries(
		Object.entries(words).filter(
			([english]) => !OF_THE_SERVER.has(english) && (banner || !OF_THE_BANNER.has(english)),
		),
	);
}
