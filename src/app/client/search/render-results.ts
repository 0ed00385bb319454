import {
	type MarkedText,
	markedParts,
	type SearchResult,
	type SearchResultSection,
} from "../../../shared/search.ts";

/** What is found: a group for each page, and in it a link for each place. */
export function renderResults(
	document: Document,
	results: readonly SearchResult[],
): readonly HTMLElement[] {
	return results.map((result, index) => {
		const title = element(document, "div", "search-page", markedNodes(document, result.title));
		title.id = `search-page-${index}`;
		const places = result.sections.map((section, place) => {
			const option = renderPlace(document, section, result);
			option.id = `search-option-${index}-${place}`;
			return option;
		});
		const group = element(document, "div", "search-group", [title, ...places]);
		group.role = "group";
		group.setAttribute("aria-labelledby", title.id);
		return group;
	});
}

/** What was looked for before, to be asked again. */
export function renderRecent(
	document: Document,
	recent: readonly string[],
): readonly HTMLElement[] {
	return recent.map((text, index) => {
		const option = element(document, "div", "search-place", [text]);
		option.role = "option";
		option.id = `search-recent-${index}`;
		return option;
	});
}

function renderPlace(
	document: Document,
	{ heading, excerpt, url }: SearchResultSection,
	{ title }: SearchResult,
): HTMLElement {
	const name = element(document, "div", "search-heading", markedNodes(document, heading ?? title));
	const text = element(document, "div", "search-excerpt", markedNodes(document, excerpt));
	const link = element(document, "a", "search-place", excerpt.text === "" ? [name] : [name, text]);
	link.href = url;
	link.role = "option";
	link.tabIndex = -1;
	return link;
}

function markedNodes(document: Document, marked: MarkedText): readonly (Node | string)[] {
	return markedParts(marked).map(({ text, isMarked }) =>
		isMarked ? element(document, "mark", "", [text]) : text,
	);
}

function element<Name extends keyof HTMLElementTagNameMap>(
	document: Document,
	name: Name,
	className: string,
	children: readonly (Node | string)[],
): HTMLElementTagNameMap[Name] {
	const made = document.createElement(name);
	if (className !== "") made.className = className;
	made.append(...children);
	return made;
}
