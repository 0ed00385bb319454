import type { ReactElement } from "react";
import * as z from "zod";
import type { Island } from "./island.ts";

const props = z.strictObject({});

/** Whether this visitor's visits are counted, and the button that changes it; the browser fills it in. */
export const analyticsConsent: Island<z.infer<typeof props>> = {
	name: "analytics-consent",
	props,
	Component: AnalyticsConsent,
};

function AnalyticsConsent(): ReactElement {
	return (
		<div className="analytics-consent" data-live="analytics-consent">
			<p>Without scripts, your visits are not counted.</p>
		</div>
	);
}
