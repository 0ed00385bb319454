import {
	type AppState,
	BODY_ELEMENT_ID,
	STATE_ELEMENT_ID,
} from "../../shared/page/public-config.ts";

/**
 * Reads the state that the server wrote into the document.
 *
 * The state omits the page's body. The body is read from the document, so that hydration finds
 * the same HTML.
 *
 * @throws {Error} When the document has no state element.
 */
export function readState(page: Document): AppState {
	const text = page.getElementById(STATE_ELEMENT_ID)?.textContent;
	if (text == null) throw new Error(`The document has no element "${STATE_ELEMENT_ID}"`);
	// The server of the same project wrote it into this document.
	const state = JSON.parse(text) as AppState;
	const html = page.getElementById(BODY_ELEMENT_ID)?.innerHTML;
	const { payload } = state;
	if (html === undefined) return state;
	if (payload.kind === "error") return { ...state, payload: { ...payload, html } };
	if (payload.kind !== "page") return state;
	return { ...state, payload: { ...payload, page: { ...payload.page, html } } };
}

/** Adds the data that follows the state in a streamed document. */
export async function withLines(page: Window, state: AppState): Promise<AppState> {
	const { payload } = state;
	if (payload.kind !== "page" || payload.isStreamed !== true) return state;
	const { documentLines } = await import("./streamed-data.ts");
	return { ...state, payload: { ...payload, rest: documentLines(page) } };
}
