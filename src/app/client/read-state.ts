import {
	type AppState,
	BODY_ELEMENT_ID,
	STATE_ELEMENT_ID,
} from "../../shared/page/public-config.ts";

/**
 * Reads what the server wrote into the document.
 *
 * The state leaves the page's body out, because the document already carries it: it is
 * taken from there, and hydration finds exactly what it expects.
 *
 * @throws {Error} When the document is not one of ours.
 */
export function readState(page: Document): AppState {
	const text = page.getElementById(STATE_ELEMENT_ID)?.textContent;
	if (text == null) throw new Error(`The document has no element "${STATE_ELEMENT_ID}"`);
	// Our own server wrote it into this very document.
	const state = JSON.parse(text) as AppState;
	const html = page.getElementById(BODY_ELEMENT_ID)?.innerHTML;
	const { payload } = state;
	if (html === undefined) return state;
	if (payload.kind === "error") return { ...state, payload: { ...payload, html } };
	if (payload.kind !== "page") return state;
	return { ...state, payload: { ...payload, page: { ...payload.page, html } } };
}
