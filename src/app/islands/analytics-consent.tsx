import type { ReactElement } from "react";
import * as z from "zod";
import { CONSENT_WORDS } from "../../shared/page/islands.ts";
import { wordIn } from "../../shared/page/words.ts";
import { dataWords } from "./data-words.ts";
import type { Island, IslandComponentProps } from "./island.ts";

const props = z.strictObject({});

/** Whether the visitor's visits are counted, with a button that changes it; the browser renders it. */
export const analyticsConsent: Island<z.infer<typeof props>> = {
	name: "analytics-consent",
	props,
	Component: AnalyticsConsent,
};

function AnalyticsConsent({ sources }: IslandComponentProps<object>): ReactElement {
	return (
		<div
			className="analytics-consent"
			data-live="analytics-consent"
			data-words={dataWords(sources, CONSENT_WORDS)}
		>
			<p>{wordIn(sources, "Without scripts, your visits are not counted.")}</p>
		</div>
	);
}
