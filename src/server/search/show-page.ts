import { LRUCache } from "lru-cache";
import { encodePath, urlPath } from "../../shared/routing/routes.ts";
import type { SearchResult, SearchResultSection } from "../../shared/search.ts";
import { unpackText } from "../content/pages/packed-body.ts";
import { excerptOf, markWords, type WordMarks } from "./mark-words.ts";
import type { PageSection } from "./page-sections.ts";
import { sectionsOf } from "./search-index.ts";
import type { ShownPage } from "./search-messages.ts";

/** More places on one page are not listed. */
const MAX_PLACES = 3;

/** For a text fragment: the first of the words that stands there. */
const MAX_WORDS = 1;

/** Characters of sections that are kept, since readers find the same ones again and again. */
const KEPT_CHARACTERS = 4_000_000;

/** What a section takes beside its text. */
const SECTION_OVERHEAD = 300;

/** Says of pages what a list of results shows: the places, with the words in their context. */
export class PageShower {
	readonly #sections = new LRUCache<string, PageSection>({
		maxSize: KEPT_CHARACTERS,
		sizeCalculation: ({ heading, above, text, code }) =>
			SECTION_OVERHEAD + heading.length + above.length + text.length + code.length,
	});

	show(page: ShownPage, marks: WordMarks, basePath: string): SearchResult {
		const url = urlPath(basePath, page.path);
		return {
			title: markWords(page.title, marks),
			url,
			sections: this.#places(page).map((section) => showSection(section, marks, url)),
		};
	}

	#places(page: ShownPage): readonly PageSection[] {
		const numbers = page.sections.length === 0 ? [0] : page.sections.slice(0, MAX_PLACES);
		const keyOf = (number: number): string => `${number} ${page.stamp} ${page.path}`;
		const known = numbers.map((number) => this.#sections.get(keyOf(number)));
		const missing = numbers.filter((_, index) => known[index] === undefined);
		if (missing.length > 0) {
			const read = readSections(page, new Set(missing));
			for (const [index, number] of numbers.entries()) {
				const section = known[index] ?? read[number];
				if (section === undefined) continue;
				known[index] = section;
				// Cut out of its page, it would keep all of that page in memory.
				this.#sections.set(keyOf(number), structuredClone(section));
			}
		}
		return known.filter((section) => section !== undefined);
	}
}

/** Where links lead is no text, and stays out. */
function readSections(
	{ packedBody, description }: ShownPage,
	wanted: ReadonlySet<number>,
): readonly PageSection[] {
	return sectionsOf({ html: unpackText(packedBody), description }, wanted);
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
		.slice(0, MAX_WORDS)
		.map(([start, end]) => excerpt.text.slice(start, end));
	return {
		...(heading === "" ? {} : { heading: markWords(heading, marks) }),
		url: anchor === "" ? pageUrl : `${pageUrl}#${encodePath(anchor)}`,
		excerpt,
		words,
	};
}
