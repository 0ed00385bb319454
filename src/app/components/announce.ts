export const LIVE_REGION_ID = "announcements";

/**
 * Has screen readers say a sentence. A new node is a change even when its text is the same.
 *
 * @returns A function that clears the live region, unless it holds a newer sentence.
 */
export function announce(page: Document, sentence: string): () => void {
	const text = page.createTextNode(sentence);
	page.getElementById(LIVE_REGION_ID)?.replaceChildren(text);
	return () => text.remove();
}
