import type { Words } from "../../shared/page/words.ts";

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
	"Note",
	"Tip",
	"Info",
	"Important",
	"Warning",
	"Danger",
	"Caution",
	"Details",
	"Language",
	"Version",
	"Not translated",
	"Older version",
	"This page is shown in its original language: {language}.",
	"This is {version}. The newest version is {newest}.",
	"This page opens by itself for the visitors whom it is meant for.",
	"Table",
	"Without scripts, your visits are not counted.",
	"There is nothing to agree to: about your visits, nothing is stored in this browser.",
	"Your visits are not counted: you have not been asked yet, or have not answered.",
	"You have agreed that your visits are counted.",
	"Your visits are not counted.",
	"Stop counting my visits",
	"Count my visits",
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
