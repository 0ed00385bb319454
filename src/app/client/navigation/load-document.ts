import { withoutHash } from "./navigation-state.ts";

/**
 * Leaves the app for a document.
 *
 * After a step through the history the address is the destination's already. To load it once
 * more takes a reload: an assignment that differs in nothing but the fragment loads nothing.
 */
export function loadDocument({ location }: Pick<Window, "location">, url: string): void {
	if (withoutHash(url) === withoutHash(location.href)) location.reload();
	else location.assign(url);
}
