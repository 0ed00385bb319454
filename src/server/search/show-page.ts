import { LRUCache } from "lru-cache";
import { encodePath, urlPath } from "../../shared/routing/routes.ts";
import type { SearchResult, SearchResultSection } from "../../shared/search.ts";
import { unpackBytes } from "../content/pages/packed-body.ts";
import { excerptOf, markWords, type WordMarks } from "./mark-words.ts";
import { readSection, type SectionText, sectionStarts } from "./page-sections.ts";
import { withDescription } from "./search-index.ts";
import type { ShownPage } from "./search-messages.ts";

/** More places on one page are not listed. */
const MAX_PLACES = 3;

/** For a text fragment: the first of the words that stands there. */
const MAX_WORDS = 1;

/** Characters of sections that are kept, since readers find the same ones again and again. */
const KEPT_CHARACTERS = 4_000_000;

/** What a section takes beside its text. */
const SECTION_OVERHEAD = 300;

/** So many numbers: two megabytes, for ten thousand pages of some sections. */
const KEPT_BOUNDS = 300_000;

/** What the name of a page takes beside its bounds. */
const BOUNDS_OVERHEAD = 20;

/** Of HTML: a longer section is read so far. */
const MAX_READ_BYTES = 200_000;

/** Says of pages what a list of results shows: the places, with the words in their context. */
export class PageShower {
	readonly #sections = new LRUCache<string, SectionText>({
		maxSize: KEPT_CHARACTERS,
		sizeCalculation: ({ heading, text, code }) =>
			SECTION_OVERHEAD + heading.length + text.length + code.length,
	});
	/** Where the sections of a page start and the last one ends, in bytes. */
	readonly #bounds = new LRUCache<string, readonly number[]>({
		maxSize: KEPT_BOUNDS,
		sizeCalculation: ({ length }) => BOUNDS_OVERHEAD + length,
	});

	show(page: ShownPage, marks: WordMarks, basePath: string): SearchResult {
		const url = urlPath(basePath, page.path);
		return {
			title: markWords(page.title, marks),
			url,
			sections: this.#places(page).map((section) => showSection(section, marks, url)),
		};
	}

	#places(page: ShownPage): readonly SectionText[] {
		const numbers = page.sections.length === 0 ? [0] : page.sections.slice(0, MAX_PLACES);
		const state = `${page.stamp} ${page.path}`;
		const keyOf = (number: number): string => `${number} ${state}`;
		const known = numbers.map((number) => this.#sections.get(keyOf(number)));
		if (known.includes(undefined)) {
			const bytes = unpackBytes(page.packedBody);
			const bounds = this.#boundsOf(state, bytes);
			for (const [index, number] of numbers.entries()) {
				const [start, end] = bounds.slice(number);
				if (known[index] !== undefined || start === undefined || end === undefined) continue;
				const html = bytes.toString("utf8", start, Math.min(end, start + MAX_READ_BYTES));
				const section = withDescription(readSection(html), number === 0 ? page.description : "");
				// Cut out of its HTML, it would keep all of that in memory.
				known[index] = structuredClone(section);
				this.#sections.set(keyOf(number), known[index]);
			}
		}
		return known.filter((section) => section !== undefined);
	}

	/** Most of a long page is not read to show a place on it. */
	#boundsOf(state: string, bytes: Buffer): readonly number[] {
		const known = this.#bounds.get(state);
		if (known !== undefined) return known;
		// A letter for each byte, so that tags stand where their bytes are.
		const bounds = [...sectionStarts(bytes.toString("latin1")), bytes.length];
		this.#bounds.set(state, bounds);
		return bounds;
	}
}

function showSection(
	{ anchor, heading, text, code }: SectionText,
	marks: WordMarks,
	pageUrl: string,
): SearchResultSection {
	const inText = excerptOf(text, marks);
	const inCode = inText.marks.length > 0 ? undefined : excerptOf(code, marks);
	const excerpt = inCode !== undefined && inCode.marks.length > 0 ? inCode : inText;
	const words = excerpt.marks
		.slice(0, MAX_WORDS)
		.map(([start, end]) => excerpt.text.slice(start, end));
	return {
		...(heading === "" ? {} : { heading: markWords(heading, marks) }),
		url: anchor === "" ? pageUrl : `${pageUrl}#${encodePath(anchor)}`,
		excerpt,
		words,
	};
}
