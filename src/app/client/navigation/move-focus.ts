import { AUTHOR_ID_PREFIX } from "../../../shared/page/public-config.ts";

/** @returns The element that the fragment of the URL names, if there is one. */
export function findTarget(page: Document, hash: string): HTMLElement | undefined {
	if (hash.length < 2) return undefined;
	const id = decodeFragment(hash.slice(1));
	return page.getElementById(id) ?? page.getElementById(AUTHOR_ID_PREFIX + id) ?? undefined;
}

/**
 * Moves the focus to where reading goes on: to the target of the link or else to the page's
 * heading, so that the next Tab starts from there and screen readers follow.
 */
export function focusPage(page: Document, target: HTMLElement | undefined): void {
	const element =
		target ?? page.querySelector<HTMLElement>("main h1") ?? page.querySelector<HTMLElement>("main");
	if (element === null) return;
	// Headings take no focus by themselves; links and buttons do, and must stay in the Tab order.
	if (element.tabIndex < 0) element.tabIndex = -1;
	element.focus({ preventScroll: true });
}

function decodeFragment(fragment: string): string {
	try {
		return decodeURIComponent(fragment);
	} catch {
		// As browsers do: what does not decode is looked up as it is.
		return fragment;
	}
}
