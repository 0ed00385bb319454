import type { ReactElement } from "react";
import * as z from "zod";
import { EARLY_ACCESS_WORDS } from "../../shared/page/islands.ts";
import { wordIn } from "../../shared/page/words.ts";
import { dataWords } from "./data-words.ts";
import type { Island, IslandComponentProps } from "./island.ts";

const props = z.strictObject({});

/** Features that visitors switch on for themselves; the browser renders them. */
export const earlyAccess: Island<z.infer<typeof props>> = {
	name: "early-access",
	props,
	Component: EarlyAccess,
};

function EarlyAccess({ sources }: IslandComponentProps<object>): ReactElement {
	return (
		<div
			className="early-access"
			data-live="early-access"
			data-words={dataWords(sources, EARLY_ACCESS_WORDS)}
		>
			<p>{wordIn(sources, "Features that can be tried early are listed here by a script.")}</p>
		</div>
	);
}
