import type { Analytics } from "../../components/analytics-context.ts";
import { fillConsentControl } from "./consent-control.ts";
import { fillEarlyAccessPanel } from "./early-access-panel.ts";
import { createFlagBlocks } from "./flag-blocks.ts";

export interface LivePartsOptions {
	readonly page: Document;
	readonly analytics: Analytics;
	/** Told when parts of the page have come or gone. */
	readonly onChange: () => void;
}

export interface LiveParts {
	/** To be called when another page is on the screen, before it is painted. */
	readonly update: () => void;
}

interface Part {
	readonly update: () => void;
}

/** What islands that need analytics become in the browser, by the `data-live` of their element. */
const FILLERS: Readonly<Record<string, (element: HTMLElement, analytics: Analytics) => Part>> = {
	"early-access": fillEarlyAccessPanel,
	"analytics-consent": fillConsentControl,
};

/** The parts of page bodies that depend on the visitor: flags, features to try, consent. */
export function createLiveParts({ page, analytics, onChange }: LivePartsOptions): LiveParts {
	const parts = new WeakMap<Element, Part>();
	const blocks = createFlagBlocks({ page, analytics, onChange });
	analytics.subscribe(update);
	return { update };

	function update(): void {
		blocks.update();
		for (const element of page.querySelectorAll<HTMLElement>("[data-live]")) {
			const part =
				parts.get(element) ?? FILLERS[element.dataset["live"] ?? ""]?.(element, analytics);
			if (part === undefined) continue;
			parts.set(element, part);
			part.update();
		}
	}
}
