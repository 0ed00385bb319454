import { escapeAttribute, escapeText } from "../../shared/document/html.ts";
import { fillWords } from "../../shared/page/fill-words.ts";
import type { PageNavigation } from "../../shared/page/navigation.ts";
import type { PagePayload } from "../../shared/page/payload.ts";
import type { SiteLook } from "../../shared/page/site-look.ts";
import { wordIn } from "../../shared/page/words.ts";
import { urlPath } from "../../shared/routing/routes.ts";
import {
	type MarkedText,
	markedParts,
	type SearchResult,
	type SearchResultSection,
} from "../../shared/search.ts";
import { generatedPage } from "./page-sources.ts";

export interface SearchPageOptions {
	readonly basePath: string;
	/** Of the page itself. */
	readonly path: string;
	/** Of the language that is searched. */
	readonly look: Pick<SiteLook, "words">;
	readonly navigation: PageNavigation;
	/** What is looked for; empty when nothing is. */
	readonly text: string;
	/** Absent while search is unavailable. */
	readonly results: readonly SearchResult[] | undefined;
}

/** The page of results, which works without JavaScript. */
export function searchPage(options: SearchPageOptions): PagePayload {
	const { path, navigation } = options;
	const title = wordIn(options.look, "Search");
	const html = `<h1>${escapeText(title)}</h1>\n${renderForm(options)}\n${renderResults(options)}`;
	return generatedPage({ id: "page", path, title, robots: "noindex", html }, navigation);
}

function renderForm({ basePath, path, look, text }: SearchPageOptions): string {
	const label = escapeText(wordIn(look, "Search"));
	return [
		`<form class="search-form" action="${escapeAttribute(urlPath(basePath, path))}">`,
		`<input type="search" name="q" value="${escapeAttribute(text)}" aria-label="${label}" maxlength="200" autocomplete="off">`,
		`<button class="button">${label}</button>`,
		"</form>",
	].join("\n");
}

function renderResults({ look, text, results }: SearchPageOptions): string {
	const say = (sentence: string, values: Readonly<Record<string, string | number>> = {}): string =>
		escapeText(fillWords(wordIn(look, sentence), values));
	if (text.trim() === "") return "";
	if (results === undefined) {
		return `<p role="status">${say("Search is not available now. Try again in a moment.")}</p>`;
	}
	if (results.length === 0) {
		const none = say("No page was found for “{words}”.", { words: text });
		return `<p role="status">${none}</p>\n<p>${say("Check the spelling, or try fewer or other words.")}</p>`;
	}
	const count = say("Pages found: {n}", { n: results.length });
	return `<p role="status">${count}</p>\n<ol class="search-results">\n${results.map(renderResult).join("\n")}\n</ol>`;
}

function renderResult({ title, url, sections }: SearchResult): string {
	const [first] = sections;
	const target = first?.heading === undefined ? first : undefined;
	const heading = `<h2><a href="${link(url, target)}" data-file>${renderMarked(title)}</a></h2>`;
	return `<li>\n${heading}\n${sections.map(renderSection).join("\n")}\n</li>`;
}

function renderSection(section: SearchResultSection): string {
	const { heading, url, excerpt } = section;
	const name = heading
		? `<a href="${link(url, section)}" data-file>${renderMarked(heading)}</a><br>`
		: "";
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
