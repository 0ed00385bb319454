import { createLatePart } from "../late-part.ts";
import type { Connection } from "../updates/connection.ts";
import type { SearchDialogOptions } from "./search-dialog.tsx";

export interface OfferSearchOptions extends SearchDialogOptions {
	readonly connection: Pick<Connection, "loadPart">;
}

/** The form in the header, which works without JavaScript. */
const FORM = ".search-box";

const EDITABLE = "input, textarea, select, [contenteditable]";

/**
 * Opens the search by the form in the header, by ⌘K or Ctrl+K, and by a slash. Its code is loaded
 * when the visitor points at the form, or opens the search.
 */
export function offerSearch(options: OfferSearchOptions): { readonly arrived: () => void } {
	const { page, connection } = options;
	const { document } = page;
	const dialog = createLatePart(() =>
		connection.loadPart(async () => {
			const { createSearchDialog } = await import("./search-dialog.tsx");
			return createSearchDialog(options);
		}),
	);

	document.addEventListener("pointerover", prepare, { passive: true });
	document.addEventListener("focusin", prepare);
	document.addEventListener("click", (event) => {
		const form = formOf(event);
		if (form === undefined || event.defaultPrevented) return;
		event.preventDefault();
		open(form.querySelector("input")?.value);
	});
	document.addEventListener("keydown", (event) => {
		if (!isShortcut(event) || event.defaultPrevented) return;
		event.preventDefault();
		open();
	});
	return { arrived: () => dialog.current()?.arrived() };

	function prepare(event: Event): void {
		if (formOf(event) !== undefined) dialog.load().catch(() => undefined);
	}

	function open(text?: string): void {
		dialog.load().then(
			(loaded) => loaded.open(text),
			// The results page works without the dialog.
			() => document.querySelector<HTMLFormElement>(FORM)?.submit(),
		);
	}
}

function formOf({ target }: Event): Element | undefined {
	return (target instanceof Element && target.closest(FORM)) || undefined;
}

function isShortcut({ key, metaKey, ctrlKey, altKey, target }: KeyboardEvent): boolean {
	if (altKey) return false;
	if (metaKey || ctrlKey) return metaKey !== ctrlKey && key.toLowerCase() === "k";
	return key === "/" && !(target instanceof Element && target.closest(EDITABLE) !== null);
}
