import type { ManagedTag } from "../managed-tag.ts";

/**
 * Makes an element for the head of the document. The head is outside of React's tree, and the server
 * has written it: this is the only element that a script of the app makes by itself.
 */
export function headElement(page: Document, { name, attributes }: ManagedTag): HTMLElement {
	const element = page.createElement(name);
	for (const [attribute, value] of Object.entries(attributes)) {
		element.setAttribute(attribute, value);
	}
	return element;
}
