import { escapeAttribute, escapeText } from "../../shared/document/html.ts";
import type { PageNavigation } from "../../shared/page/navigation.ts";
import type { PagePayload } from "../../shared/page/payload.ts";
import { urlPath } from "../../shared/routing/routes.ts";
import {
	type MarkedText,
	markedParts,
	type SearchResult,
	type SearchResultSection,
} from "../../shared/search.ts";

export interface SearchPageOptions {
	readonly basePath: string;
	/** Of the page itself. */
	readonly path: string;
	readonly navigation: PageNavigation;
	/** What is looked for; empty when nothing is. */
	readonly text: string;
	/** Absent while search is unavailable. */
	readonly results: readonly SearchResult[] | undefined;
}

/** The page of results, for visitors without JavaScript and for those who want to see more. */
export function searchPage(options: SearchPageOptions): PagePayload {
	return {
		kind: "page",
		navigation: options.navigation,
		page: {
			id: "page",
			path: options.path,
			title: "Search",
			robots: "noindex",
			html: `<h1>Search</h1>\n${renderForm(options)}\n${renderResults(options)}`,
			hasHeading: true,
			headings: [],
			layout: "default",
			middleware: [],
		},
	};
}

function renderForm({ basePath, path, text }: SearchPageOptions): string {
	return [
		`<form class="search-form" action="${escapeAttribute(urlPath(basePath, path))}">`,
		`<input type="search" name="q" value="${escapeAttribute(text)}" aria-label="Search" maxlength="200" autocomplete="off">`,
		'<button class="button">Search</button>',
		"</form>",
	].join("\n");
}

function renderResults({ text, results }: SearchPageOptions): string {
	if (text.trim() === "") return "";
	if (results === undefined) {
		return '<p role="status">Search is not available now. Try again in a moment.</p>';
	}
	const sought = `“${escapeText(text)}”`;
	if (results.length === 0) {
		return `<p role="status">No page was found for ${sought}.</p>\n<p>Check the spelling, or try fewer or other words.</p>`;
	}
	const count = results.length === 1 ? "1 page" : `${results.length} pages`;
	return `<p role="status">${count} for ${sought}</p>\n<ol class="search-results">\n${results.map(renderResult).join("\n")}\n</ol>`;
}

function renderResult({ title, url, sections }: SearchResult): string {
	const [first] = sections;
	const target = first?.heading === undefined ? first : undefined;
	const heading = `<h2><a href="${link(url, target)}" data-file>${renderMarked(title)}</a></h2>`;
	return `<li>\n${heading}\n${sections.map(renderSection).join("\n")}\n</li>`;
}

function renderSection(section: SearchResultSection): string {
	const { heading, url, excerpt } = section;
	const name =
		heading === undefined
			? ""
			: `<a href="${link(url, section)}" data-file>${renderMarked(heading)}</a><br>`;
	return `<p>${name}${renderMarked(excerpt)}</p>`;
}

function renderMarked(marked: MarkedText): string {
	return markedParts(marked)
		.map(({ text, isMarked }) => (isMarked ? `<mark>${escapeText(text)}</mark>` : escapeText(text)))
		.join("");
}

/** The browser itself scrolls to the word and marks it, where the link is a load of its own. */
function link(url: string, section: SearchResultSection | undefined): string {
	const [word] = section?.words ?? [];
	if (word === undefined) return escapeAttribute(url);
	// A hyphen has a meaning of its own there.
	const fragment = `:~:text=${encodeURIComponent(word).replaceAll("-", "%2D")}`;
	return escapeAttribute(`${url}${url.includes("#") ? "" : "#"}${fragment}`);
}
