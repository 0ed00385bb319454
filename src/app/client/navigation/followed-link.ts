/** On the link whose page is loading. */
const MARK = "data-followed";

/** Marks the followed link at once, before its page is loaded. */
export function markFollowed(link: Element): void {
	unmarkFollowed(link.ownerDocument);
	link.setAttribute(MARK, "");
}

export function unmarkFollowed(document: Document): void {
	document.querySelector(`[${MARK}]`)?.removeAttribute(MARK);
}
