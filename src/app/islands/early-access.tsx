import type { ReactElement } from "react";
import * as z from "zod";
import type { Island } from "./island.ts";

const props = z.strictObject({});

/** Features that visitors can switch on for themselves; the browser fills it in. */
export const earlyAccess: Island<z.infer<typeof props>> = {
	name: "early-access",
	props,
	Component: EarlyAccess,
};

function EarlyAccess(): ReactElement {
	return (
		<div className="early-access" data-live="early-access">
			<p>Features that can be tried early are listed here by a script.</p>
		</div>
	);
}
