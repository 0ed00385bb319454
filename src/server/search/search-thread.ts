import { workerData } from "node:worker_threads";
import { LRUCache } from "lru-cache";
import { answerCalls } from "../../platform/workers/answer-calls.ts";
import { titleOfPath } from "../../shared/page/title-of-path.ts";
import { encodePath, urlPath } from "../../shared/routing/routes.ts";
import type {
	MarkedText,
	SearchAnswer,
	SearchResult,
	SearchResultSection,
} from "../../shared/search.ts";
import { unpackBytes } from "../content/pages/page.ts";
import { type PageSection, readPageText } from "./page-text.ts";
import type { MarkedWords, SearchCalls, SearchFindings, ShownPage } from "./search-messages.ts";
import { SearchReader } from "./search-reader.ts";
import { type Stemmer, tokenize, wordFormsOf } from "./word-forms.ts";

/** Passed by `site-search.ts`. */
const indexFile = String(workerData);
let opened: { readonly reader: SearchReader; readonly locale: string } | undefined;

answerCalls<SearchCalls>({
	find(input) {
		try {
			return find(input);
		} catch (error) {
			// The next search opens the file again.
			close();
			throw error;
		}
	},
	show: (input) => JSON.stringify(show(input)),
});

function find({ text, locale, ...scope }: SearchCalls["find"]["input"]): SearchFindings {
	if (opened?.locale !== locale || opened.reader.isReplaced) {
		close();
		opened = { reader: new SearchReader(indexFile, locale), locale };
	}
	return opened.reader.find(text, scope);
}

function close(): void {
	opened?.reader.close();
	opened = undefined;
}

function show({ locale, pages, marked, basePath }: SearchCalls["show"]["input"]): SearchAnswer {
	const marks = { ...marked, stem: wordFormsOf(locale).stem };
	return { results: withFolders(pages.map((page) => showPage(page, marks, basePath))) };
}

/** Adds the name of the folder to titles that several results share. */
function withFolders(results: readonly SearchResult[]): readonly SearchResult[] {
	const byTitle = Map.groupBy(results, ({ title }) => title.text);
	return results.map((result) => {
		const { title, url } = result;
		const folder = titleOfPath(url.slice(0, url.lastIndexOf("/")));
		if (folder === "" || byTitle.get(title.text)?.length === 1) return result;
		// Appended, so the positions of the marks stay right.
		return { ...result, title: { ...title, text: `${title.text} (${folder})` } };
	});
}

/** Sections that a result shows of one page. */
const MAX_SECTIONS = 3;

/** The text fragment of a link names the first marked words. */
const MAX_FRAGMENT_WORDS = 1;

/** Characters of cached sections. */
const MAX_CACHED = 4_000_000;

/** Fixed weight of a cached section in addition to its text, in characters. */
const SECTION_OVERHEAD = 300;

/** Sections by state and path of the page. */
const cache = new LRUCache<string, readonly PageSection[]>({
	maxSize: MAX_CACHED,
	sizeCalculation: (sections) =>
		sections.reduce((sum, { text, code }) => sum + SECTION_OVERHEAD + text.length + code.length, 0),
});

/** Makes a search result of a live page: its sections, with the searched words in context. */
function showPage(page: ShownPage, marks: WordMarks, basePath: string): SearchResult {
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

/** Length of an excerpt in characters. */
const EXCERPT = 170;

/** Characters of an excerpt before its first word. */
const LEAD = 40;

/** The excerpt of a longer section comes from its start. */
const MAX_READ = 20_000;

interface WordMarks extends MarkedWords {
	readonly stem: Stemmer;
}

/** Marks all searched words in a text. */
function markWords(text: string, marks: WordMarks): MarkedText {
	return { text, marks: findMarks(text, marks).map(({ start, end }) => [start, end]) };
}

/** Cuts out the part of a text with most of the searched words, and marks them. */
function excerptOf(text: string, marks: WordMarks): MarkedText {
	const start = text.slice(0, MAX_READ);
	const found = findMarks(start, marks);
	const first = bestStart(found);
	const from = first <= LEAD ? 0 : afterSpace(start, first - LEAD);
	const to = beforeSpace(start, from + EXCERPT);
	const before = from > 0 ? "… " : "";
	const shift = before.length - from;
	return {
		text: `${before}${start.slice(from, to)}${to < text.length ? " …" : ""}`,
		marks: found
			.filter((mark) => mark.start >= from && mark.end <= to)
			.map((mark) => [mark.start + shift, mark.end + shift]),
	};
}

interface Mark {
	readonly stem: string;
	readonly start: number;
	readonly end: number;
}

/** Marks that overlap become one, as pairs of letters do. */
function findMarks(text: string, { stems, prefix, stem }: WordMarks): readonly Mark[] {
	const marks: Mark[] = [];
	for (const { word, start, end } of tokenize(text)) {
		const found = stem(word);
		if (!stems.includes(found) && (prefix === undefined || !word.startsWith(prefix))) continue;
		const last = marks.at(-1);
		if (last !== undefined && last.end > start) marks[marks.length - 1] = { ...last, end };
		else marks.push({ stem: found, start, end });
	}
	return marks;
}

/** Start of the window with most different words. */
function bestStart(found: readonly Mark[]): number {
	const windows = found.slice(0, MAX_WINDOWS).map(({ start }, index) => {
		const inWindow = found
			.slice(index, index + MAX_WINDOWS)
			.filter(({ end }) => end <= start + EXCERPT - LEAD);
		return { start, words: new Set(inWindow.map(({ stem }) => stem)).size };
	});
	const [best] = windows.toSorted((one, other) => other.words - one.words);
	return best?.start ?? 0;
}

const MAX_WINDOWS = 100;

function afterSpace(text: string, index: number): number {
	const space = text.indexOf(" ", index);
	return space === -1 || space > index + LEAD ? index : space + 1;
}

function beforeSpace(text: string, index: number): number {
	if (index >= text.length) return text.length;
	const space = text.lastIndexOf(" ", index);
	return space > index - LEAD ? space : index;
}
