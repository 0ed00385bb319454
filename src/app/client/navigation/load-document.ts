/**
 * Leaves the app for a document. The promise stays open, so that nothing of the old page
 * changes.
 *
 * After a step through the history the address is the destination's already. To load it once
 * more takes a reload: an assignment that differs in nothing but the fragment loads nothing.
 */
export function loadDocument({ location }: Pick<Window, "location">, url: string): Promise<never> {
	if (withoutHash(url) === withoutHash(location.href)) location.reload();
	else location.assign(url);
	return new Promise(() => undefined);
}

function withoutHash(url: string): string {
	return url.split("#", 1)[0] ?? url;
}
