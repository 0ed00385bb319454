/**
 * Leaves the app for a document. After a step through the history the address is already the
 * destination's, and an assignment that changes only the fragment loads nothing: then it reloads.
 */
export function loadDocument({ location, history }: Window, url: string): void {
	if (url.split("#", 1)[0] !== location.href.split("#", 1)[0]) {
		location.assign(url);
		return;
	}
	if (url !== location.href) history.replaceState(history.state, "", url);
	location.reload();
}
