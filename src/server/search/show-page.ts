import { LRUCache } from "lru-cache";
import { encodePath, urlPath } from "../../shared/routing/routes.ts";
import type { SearchResult, SearchResultSection } from "../../shared/search.ts";
import { unpackBytes } from "../content/pages/packed-body.ts";
import { excerptOf, markWords, type WordMarks } from "./mark-words.ts";
import { type PageSection, readPageText } from "./page-text.ts";
import type { ShownPage } from "./search-messages.ts";

/** Sections that a result shows of one page. */
const MAX_SECTIONS = 3;

/** The text fragment of a link names the first marked words. */
const MAX_FRAGMENT_WORDS = 1;

/** Characters of cached sections. */
const MAX_CACHED = 4_000_000;

/** Characters that a cached section weighs beside its text. */
const SECTION_OVERHEAD = 300;

/** Sections by state and path of the page. */
const cache = new LRUCache<string, readonly PageSection[]>({
	maxSize: MAX_CACHED,
	sizeCalculation: (sections) =>
		sections.reduce((sum, { text, code }) => sum + SECTION_OVERHEAD + text.length + code.length, 0),
});

/** Makes a search result of a live page: its sections, with the searched words in context. */
export function showPage(page: ShownPage, marks: WordMarks, basePath: string): SearchResult {
	const url = urlPath(basePath, page.path);
	const sections = sectionsOf(page);
	const numbers = page.sections.length === 0 ? [0] : page.sections.slice(0, MAX_SECTIONS);
	return {
		title: markWords(page.title, marks),
		url,
		sections: numbers.flatMap((number) => {
			const section = sections[number];
			return section === undefined ? [] : [showSection(section, marks, url)];
		}),
	};
}

function sectionsOf(page: ShownPage): readonly PageSection[] {
	const { path, stamp, packedBody, description = "" } = page;
	const key = `${stamp} ${path}`;
	const cached = cache.get(key);
	if (cached !== undefined) return cached;
	const { sections } = readPageText(unpackBytes(packedBody).toString("utf8"));
	const described = sections.map((section, index) =>
		index === 0 ? { ...section, text: `${description} ${section.text}`.trim() } : section,
	);
	// Parts of a string keep the whole string in memory; a clone does not.
	const own = structuredClone(described);
	cache.set(key, own);
	return own;
}

function showSection(
	{ anchor, heading, text, code }: PageSection,
	marks: WordMarks,
	pageUrl: string,
): SearchResultSection {
	const inText = excerptOf(text, marks);
	const inCode = inText.marks.length > 0 ? undefined : excerptOf(code, marks);
	const excerpt = inCode !== undefined && inCode.marks.length > 0 ? inCode : inText;
	const words = excerpt.marks
		.slice(0, MAX_FRAGMENT_WORDS)
		.map(([start, end]) => excerpt.text.slice(start, end));
	return {
		...(heading === "" ? {} : { heading: markWords(heading, marks) }),
		url: anchor === "" ? pageUrl : `${pageUrl}#${encodePath(anchor)}`,
		excerpt,
		words,
	};
}
