import { CONSENT_WORDS, EARLY_ACCESS_WORDS } from "../../shared/page/islands.ts";
import type { Words } from "../../shared/page/words.ts";
import { CALLOUT_TITLES } from "./callout-titles.ts";

/** Words in the bodies of pages that Loggia writes. */
export const BODY_WORDS: readonly string[] = [...CALLOUT_TITLES, "Table"];

/** Words that only the server writes. */
const OF_THE_SERVER: ReadonlySet<string> = new Set([
	"Without scripts, your visits are not counted.",
	...BODY_WORDS,
	"Sign in",
	"Sign out",
	"Features that can be tried early are listed here by a script.",
	...CONSENT_WORDS,
	...EARLY_ACCESS_WORDS,
]);

/** Words of the question below pages. */
const OF_FEEDBACK: ReadonlySet<string> = new Set([
	"Was this page helpful?",
	"Yes",
	"No",
	"What can be improved? (optional)",
	"Send",
	"Thank you for your answer.",
]);

/** Words of the consent banner. */
const OF_THE_BANNER: ReadonlySet<string> = new Set([
	"Analytics",
	"May this site count your visit? It stores your answer, and nothing else, in this browser.",
	"Yes, count my visit",
	"No",
]);

/** The words that the app writes. Every document contains them. */
export function browserWords(
	words: Words,
	{ banner, feedback }: { readonly banner: boolean | undefined; readonly feedback: boolean },
): Words {
	const isShown = (english: string): boolean => {
		const isOfOne = OF_THE_BANNER.has(english) || OF_FEEDBACK.has(english);
		if (!isOfOne) return !OF_THE_SERVER.has(english);
		return (banner && OF_THE_BANNER.has(english)) || (feedback && OF_FEEDBACK.has(english));
	};
	return Object.fromEntries(Object.entries(words).filter(([english]) => isShown(english)));
}
