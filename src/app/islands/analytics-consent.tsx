import type { ReactElement } from "react";
import * as z from "zod";
import { CONSENT_WORDS } from "../../shared/page/consent-words.ts";
import type { IslandSources } from "../../shared/page/islands.ts";
import { pickWords, wordIn } from "../../shared/page/words.ts";
import type { Island, IslandComponentProps } from "./island.ts";

const props = z.strictObject({});

/** Whether this visitor's visits are counted, and the button that changes it; the browser fills it in. */
export const analyticsConsent: Island<z.infer<typeof props>> = {
	name: "analytics-consent",
	props,
	Component: AnalyticsConsent,
};

function AnalyticsConsent({ sources }: IslandComponentProps<object>): ReactElement {
	return (
		<div className="analytics-consent" data-live="analytics-consent" data-words={wordsFor(sources)}>
			<p>{wordIn(sources, "Without scripts, your visits are not counted.")}</p>
		</div>
	);
}

/** As JSON; absent in English. */
function wordsFor({ words = {} }: IslandSources): string | undefined {
	const said = pickWords(words, CONSENT_WORDS);
	return Object.keys(said).length === 0 ? undefined : JSON.stringify(said);
}
