import { type RefObject, useLayoutEffect } from "react";
export const LIVE_REGION_ID = "announcements";

/**
 * Announces a sentence to screen readers. A new node is a change even if its text is the same.
 *
 * @returns A function that clears the live region, unless it contains a newer sentence.
 */
export function announce(page: Document, sentence: string): () => void {
	const text = page.createTextNode(sentence);
	page.getElementById(LIVE_REGION_ID)?.replaceChildren(text);
	return () => text.remove();
}

/**
 * Moves the focus to the page when the focused element is removed. Otherwise the Tab key would start
 * again at the top of the document.
 */
export function useFocusReturn(ref: RefObject<HTMLElement | null>): void {
	useLayoutEffect(() => {
		const element = ref.current;
		return () => {
			if (element?.contains(document.activeElement) !== true) return;
			document.querySelector("main")?.focus({ preventScroll: true });
		};
	}, [ref]);
}
