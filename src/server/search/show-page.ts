import { unpackText } from "../content/pages/packed-body.ts";
import { excerptOf, markWords, type WordMarks } from "./mark-words.ts";
import type { PageSection } from "./page-sections.ts";
import { sectionsOf } from "./search-index.ts";
import type { ShownPage, ShownResult } from "./search-messages.ts";

/** More places on one page are not listed. */
const MAX_PLACES = 3;

/** For a text fragment: the first of the words that stands there. */
const MAX_WORDS = 1;

/** Says of a page what a list of results shows: the places, with the words in their context. */
export function showPage(page: ShownPage, marks: WordMarks): ShownResult {
	const numbers = page.sections.length === 0 ? [0] : page.sections.slice(0, MAX_PLACES);
	// Nothing is kept of it: a page of a large site is seldom found twice in a row.
	const sections = readSections(page, new Set(numbers));
	const places = numbers.flatMap((number) => sections[number] ?? []);
	return {
		path: page.path,
		title: markWords(page.title, marks),
		sections: places.map((section) => showSection(section, marks)),
	};
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
): ShownResult["sections"][number] {
	const inText = excerptOf(text, marks);
	const inCode = inText.marks.length > 0 ? undefined : excerptOf(code, marks);
	const excerpt = inCode !== undefined && inCode.marks.length > 0 ? inCode : inText;
	const words = excerpt.marks
		.slice(0, MAX_WORDS)
		.map(([start, end]) => excerpt.text.slice(start, end));
	return { anchor, heading: markWords(heading, marks), excerpt, words };
}
