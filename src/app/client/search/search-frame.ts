import { escapeAttribute } from "../../../shared/document/html.ts";
import { SEARCH_STYLES } from "./search-styles.ts";

/** The parts of the dialog that stay. */
export interface SearchFrame {
	readonly dialog: HTMLDialogElement;
	readonly field: HTMLInputElement;
	readonly list: HTMLElement;
	/** Says how much was found, or why nothing was. */
	readonly status: HTMLElement;
	readonly all: HTMLAnchorElement;
}

/** Puts the dialog, closed, and its styles into the page: those are with its code, and no sooner. */
export function searchFrame(document: Document, word: (english: string) => string): SearchFrame {
	const styles = new CSSStyleSheet();
	styles.replaceSync(SEARCH_STYLES);
	document.adoptedStyleSheets = [...document.adoptedStyleSheets, styles];

	const dialog = document.createElement("dialog");
	dialog.className = "search-dialog";
	const say = (english: string): string => escapeAttribute(word(english));
	dialog.setAttribute("aria-label", word("Search"));
	// Of the frame: nothing of a visitor is in it.
	dialog.innerHTML = [
		`<div class="search-field"><input type="text" inputmode="search" role="combobox" aria-label="${say("Search")}" aria-autocomplete="list" aria-expanded="false" aria-controls="search-list" placeholder="${say("Search")}" maxlength="200" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="go">`,
		`<form method="dialog"><button>${say("Close")}</button></form></div>`,
		`<div class="search-list" id="search-list" role="listbox" aria-label="${say("Results")}" hidden></div>`,
		'<p class="search-status" role="status"></p>',
		`<p class="search-all"><a hidden>${say("All results")}</a></p>`,
	].join("");
	document.body.append(dialog);
	return {
		dialog,
		field: part(dialog, "input"),
		list: part(dialog, ".search-list"),
		status: part(dialog, ".search-status"),
		all: part(dialog, ".search-all a"),
	};
}

/** @throws {TypeError} When the frame above does not have it. */
function part<Part extends Element>(dialog: Element, selector: string): Part {
	const found = dialog.querySelector<Part>(selector);
	if (found === null) throw new TypeError(`The dialog must have "${selector}"`);
	return found;
}
