import { decodeEntities, HTML_TAG } from "../discovery/html-tree.ts";

/** What stands below one heading of a page. */
export interface PageSection {
	/** The id of the heading; empty for what stands before the first. */
	readonly anchor: string;
	readonly heading: string;
	/** The headings above it, without the title of the page. */
	readonly above: string;
	readonly text: string;
	/** Code blocks. */
	readonly code: string;
}

/** What is drawn, run, or only for some visitors. */
const SKIPPED: ReadonlySet<string> = new Set(["svg", "script", "style", "template", "math"]);

const INLINE: ReadonlySet<string> = new Set(
	"a abbr b bdi bdo cite code data dfn em i kbd mark q s samp small span strong sub sup time u var wbr".split(
		" ",
	),
);

/** More sections than this are one: a page has few, and a hostile file must not have a million. */
export const MAX_SECTIONS = 4000;

/** The tags that decide where a section begins: most of a page is not read to show a place on it. */
const LANDMARK = new RegExp(
	HTML_TAG.source.replace(
		"[a-z][a-z0-9-]*",
		`h[1-6](?![a-z0-9-])|(?:${[...SKIPPED].join("|")})(?![a-z0-9-])`,
	),
	HTML_TAG.flags,
);

interface Draft {
	readonly level: number;
	readonly anchor: string;
	readonly above: string;
	heading: string;
	text: string;
	code: string;
}

/**
 * Divides the HTML of a page, as it is rendered, into its sections.
 *
 * @param wanted Numbers of those that are read; the others are empty. Absent: all.
 */
export function pageSections(html: string, wanted?: ReadonlySet<number>): readonly PageSection[] {
	let section: Draft = { level: 1, anchor: "", above: "", heading: "", text: "", code: "" };
	const sections = [section];
	const trail: Draft[] = [];
	let skipped: { readonly name: string; depth: number } | undefined;
	let into: "text" | "code" | "heading" | "title" = "text";
	let isRead = wanted?.has(0) !== false;
	let last = 0;

	function put(start: number, end?: number): void {
		if (skipped !== undefined || into === "title" || !isRead) return;
		section[into] += decodeEntities(html.slice(start, end));
	}

	const lastWanted = wanted === undefined ? MAX_SECTIONS : Math.max(...wanted);
	for (;;) {
		const pattern = isRead ? HTML_TAG : LANDMARK;
		pattern.lastIndex = last;
		const match = pattern.exec(html);
		if (match === null) break;
		put(last, match.index);
		last = match.index + match[0].length;
		const [, slash, rawName = "", attributes = ""] = match;
		const name = rawName.toLowerCase();
		const isEnd = slash === "/";
		if (skipped !== undefined) {
			if (name === skipped.name && !attributes.endsWith("/")) skipped.depth += isEnd ? -1 : 1;
			if (skipped.depth === 0) skipped = undefined;
			continue;
		}
		if (!isEnd && isSkipped(name, attributes)) {
			skipped = { name, depth: 1 };
			continue;
		}
		if (name === "pre") into = isEnd ? "text" : "code";
		else if (/^h[1-6]$/.test(name)) {
			if (isEnd) into = "text";
			else {
				into = name === "h1" ? "title" : "heading";
				if (into === "heading" && sections.length > lastWanted) return read(sections);
				if (into === "heading" && sections.length < MAX_SECTIONS) {
					section = startSection(Number(name[1]), attributes, trail);
					isRead = wanted?.has(sections.length) !== false;
					sections.push(section);
				}
			}
		}
		// A block ends a word.
		if (isRead && into !== "code" && into !== "title" && !INLINE.has(name)) section[into] += " ";
	}
	put(last);
	return read(sections);
}

function read(sections: readonly Draft[]): readonly PageSection[] {
	return sections.map(({ anchor, above, heading, text, code }) => ({
		anchor,
		above,
		heading: oneLine(heading),
		text: oneLine(text),
		code: code.trim(),
	}));
}

function isSkipped(name: string, attributes: string): boolean {
	if (attributes.endsWith("/")) return false;
	return SKIPPED.has(name) || (name === "a" && attributes.includes('class="heading-anchor"'));
}

function startSection(level: number, attributes: string, trail: Draft[]): Draft {
	while ((trail.at(-1)?.level ?? 0) >= level) trail.pop();
	const anchor = decodeEntities(/\bid="([^"]*)"/.exec(attributes)?.[1] ?? "");
	const above = trail.map(({ heading }) => oneLine(heading)).join(" ");
	const section = { level, anchor, above, heading: "", text: "", code: "" };
	trail.push(section);
	return section;
}

function oneLine(text: string): string {
	return text.replace(/\s+/g, " ").trim();
}
