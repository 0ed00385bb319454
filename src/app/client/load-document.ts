/** Leaves the app for a document. The promise stays open, so that nothing of the old page changes. */
export function loadDocument(url: string): Promise<never> {
	window.location.assign(url);
	return new Promise(() => undefined);
}
