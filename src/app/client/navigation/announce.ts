import { LIVE_REGION_ID } from "../../layout/live-region-id.ts";

/** Has screen readers say a sentence. A new node is a change even when its text is the same. */
export function announce(page: Document, sentence: string): void {
	page.getElementById(LIVE_REGION_ID)?.replaceChildren(page.createTextNode(sentence));
}
