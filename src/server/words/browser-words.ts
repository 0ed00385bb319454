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
]);

/** The words that the app itself writes, which every document carries. */
export function browserWords(words: Words): Words {
	return Object.fromEntries(
		Object.entries(words).filter(([english]) => !OF_THE_SERVER.has(english)),
	);
}
