import { decodeEntities, HTML_TAG } from "../discovery/html-tree.ts";

/** What stands below one heading of a page. */
export interface SectionText {
	/** The id of the heading; empty for what stands before the first. */
	readonly anchor: string;
	readonly heading: string;
	readonly text: string;
	/** Code blocks. */
	readonly code: string;
}

/** A section, and where it stands in its page. */
export interface PageSection extends SectionText {
	/** The headings above it, without the title of the page. */
	readonly above: string;
}

/** What is drawn, run, or only for some visitors. */
const LEFT_OUT: ReadonlySet<string> = new Set(["svg", "script", "style", "template", "math"]);

/** A link that a heading has to itself, with its sign. */
const HEADING_ANCHOR = /<a class="heading-anchor"[^>]*>.*?<\/a>/g;

/** Tags within words, and comments. Most tags of a page that shows code are such. */
const WITHIN_WORDS = tagsNamed(
	"a|abbr|b|bdi|bdo|cite|code|data|dfn|em|i|kbd|mark|q|s|samp|small|span|strong|sub|sup|time|u|var|wbr",
);

/** More sections than this are one: a page has few, and a hostile file must not have a million. */
const MAX_SECTIONS = 4000;

/** The tags that decide where a section starts: most of a page is not read to show a place on it. */
const LANDMARK = tagsNamed(`h[2-6]|${[...LEFT_OUT].join("|")}`);

function tagsNamed(names: string): RegExp {
	const named = `(?:${names})(?![a-z0-9-])`;
	return new RegExp(HTML_TAG.source.replace("[a-z][a-z0-9-]*", named), HTML_TAG.flags);
}

/** Divides the HTML of a page, as it is rendered, into its sections. */
export function pageSections(html: string): readonly PageSection[] {
	const starts = sectionStarts(html);
	const trail: { readonly level: string; readonly heading: string }[] = [];
	return starts.map((start, index) => {
		const section = readSection(html.slice(start, starts[index + 1]));
		if (index === 0) return { ...section, above: "" };
		const level = html.charAt(start + "<h".length);
		while ((trail.at(-1)?.level ?? "") >= level) trail.pop();
		const above = trail.map(({ heading }) => heading).join(" ");
		trail.push({ level, heading: section.heading });
		return { ...section, above };
	});
}

/** Where the sections of a page start in its HTML: at its beginning, and at each heading below the title. */
export function sectionStarts(html: string): readonly number[] {
	const starts = [0];
	const leftOut = new LeftOut();
	for (const match of html.matchAll(LANDMARK)) {
		const tag = tagOf(match);
		if (leftOut.takes(tag) || tag.isEnd || !tag.name.startsWith("h")) continue;
		starts.push(match.index);
		if (starts.length === MAX_SECTIONS) break;
	}
	return starts;
}

/** Reads one section. @param source Its HTML, from its heading to the next one. */
export function readSection(source: string): SectionText {
	const html = source.replace(HEADING_ANCHOR, "").replace(WITHIN_WORDS, "");
	const section = { anchor: "", heading: "", text: "", code: "" };
	const leftOut = new LeftOut();
	let into: "text" | "code" | "heading" | "title" = "text";
	let last = 0;

	function put(start: number, end?: number): void {
		if (leftOut.isOpen || into === "title") return;
		section[into] += decodeEntities(html.slice(start, end));
	}

	for (const match of html.matchAll(HTML_TAG)) {
		put(last, match.index);
		last = match.index + match[0].length;
		const tag = tagOf(match);
		if (leftOut.takes(tag)) continue;
		const { name, isEnd, attributes } = tag;
		if (name === "pre") into = isEnd ? "text" : "code";
		else if (/^h[1-6]$/.test(name)) {
			into = isEnd ? "text" : name === "h1" ? "title" : "heading";
			if (into === "heading") section.anchor ||= anchorIn(attributes);
		}
		// A block ends a word.
		if (into !== "code" && into !== "title") section[into] += " ";
	}
	put(last);
	const { anchor, heading, text, code } = section;
	return { anchor, heading: oneLine(heading), text: oneLine(text), code: code.trim() };
}

interface Tag {
	/** In lower case; empty for a comment. */
	readonly name: string;
	readonly isEnd: boolean;
	readonly attributes: string;
}

function tagOf([, slash, name = "", attributes = ""]: RegExpExecArray): Tag {
	return { name: name.toLowerCase(), isEnd: slash === "/", attributes };
}

/** Follows the tags into an element that is left out, and out of it again. */
class LeftOut {
	#name = "";
	#depth = 0;

	get isOpen(): boolean {
		return this.#depth > 0;
	}

	/** @returns Whether the tag belongs to such an element. */
	takes({ name, isEnd, attributes }: Tag): boolean {
		const isWhole = attributes.endsWith("/");
		if (this.isOpen) {
			if (name === this.#name && !isWhole) this.#depth += isEnd ? -1 : 1;
			return true;
		}
		if (isEnd || isWhole || !LEFT_OUT.has(name)) return false;
		this.#name = name;
		this.#depth = 1;
		return true;
	}
}

function anchorIn(attributes: string): string {
	return decodeEntities(/\bid="([^"]*)"/.exec(attributes)?.[1] ?? "");
}

function oneLine(text: string): string {
	return text.replace(/\s+/g, " ").trim();
}
