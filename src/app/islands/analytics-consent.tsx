import type { ReactElement } from "react";
import * as z from "zod";
import type { IslandSources } from "../../shared/page/islands.ts";
import { wordIn } from "../../shared/page/words.ts";
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

const IN_BROWSER = [
	"There is nothing to agree to: about your visits, nothing is stored in this browser.",
	"Your visits are not counted: you have not been asked yet, or have not answered.",
	"You have agreed that your visits are counted.",
	"Your visits are not counted.",
	"Stop counting my visits",
	"Count my visits",
];

/** As JSON; absent in English. */
function wordsFor({ words = {} }: IslandSources): string | undefined {
	const said = IN_BROWSER.filter((english) => words[english] !== undefined);
	return said.length === 0
		? undefined
		: JSON.stringify(Object.fromEntries(said.map((english) => [english, words[english]])));
}
