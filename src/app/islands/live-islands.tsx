import * as z from "zod";
import { CONSENT_WORDS, EARLY_ACCESS_WORDS } from "../../shared/page/islands.ts";
import { pickWords, wordIn } from "../../shared/page/words.ts";
import type { Island } from "./island.ts";

/** Features that visitors switch on for themselves. */
export const earlyAccess = liveIsland({
	name: "early-access",
	sentence: "Features that can be tried early are listed here by a script.",
	words: EARLY_ACCESS_WORDS,
});

/** Whether the visitor's visits are counted, with a button that changes it. */
export const analyticsConsent = liveIsland({
	name: "analytics-consent",
	sentence: "Without scripts, your visits are not counted.",
	words: CONSENT_WORDS,
});

interface LiveIslandOptions {
	readonly name: string;
	/** Shown until the browser renders the island. */
	readonly sentence: string;
	/** What the browser writes into the island. */
	readonly words: readonly string[];
}

/** An island that depends on the visitor: the browser renders it, with words that the server adds. */
function liveIsland({ name, sentence, words }: LiveIslandOptions): Island<Record<string, never>> {
	return {
		name,
		props: z.strictObject({}),
		Component({ sources }) {
			const translated = pickWords(sources.words ?? {}, words);
			const isEnglish = Object.keys(translated).length === 0;
			return (
				<div
					className={name}
					data-live={name}
					data-words={isEnglish ? undefined : JSON.stringify(translated)}
				>
					<p>{wordIn(sources, sentence)}</p>
				</div>
			);
		},
	};
}
