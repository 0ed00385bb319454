import { Parser } from "htmlparser2";

/** The text under one heading of a page. */
export interface PageSection {
	/** The id of the heading; empty for the text before the first heading. */
	readonly anchor: string;
	readonly heading: string;
	/** The headings above this one, without the title of the page. */
	readonly above: string;
	readonly text: string;
	/** Code blocks. */
	readonly code: string;
}

/** A page as search reads it. */
export interface PageText {
	/** Text of the page's `h1`. */
	readonly title: string;
	/** The first one starts at the top of the page. */
	readonly sections: readonly PageSection[];
}

/** Elements without text for every visitor. */
const SKIPPED: ReadonlySet<string> = new Set(["svg", "script", "style", "template", "math"]);

/** The link of a heading to itself, and the label of a code block. */
const SKIPPED_CLASSES: ReadonlySet<string> = new Set(["heading-anchor", "code-language"]);

/** Elements that may start or end inside a word. */
const INLINE: ReadonlySet<string> = new Set(
	"a abbr b bdi bdo cite code data dfn em i kbd mark q s samp small span strong sub sup time u var wbr".split(
		" ",
	),
);

/** Bounds the work for a hostile page. The last section takes the rest of the text. */
const MAX_SECTIONS = 4000;

/** Splits the rendered HTML of a page into its sections. */
export function readPageText(html: string): PageText {
	const sections = [newSection("", "")];
	const trail: { readonly level: string; readonly section: MutableSection }[] = [];
	let title = "";
	let into: "text" | "code" | "heading" | "title" = "text";
	/** Depth below a skipped element; 0: outside. */
	let skippedDepth = 0;

	function write(text: string): void {
		const last = sections.at(-1);
		if (into === "title") title += text;
		else if (last !== undefined) last[into] += text;
	}

	function startHeading(level: string, id: string): void {
		into = "heading";
		if (sections.length === MAX_SECTIONS) return;
		while ((trail.at(-1)?.level ?? "") >= level) trail.pop();
		const above = trail.map(({ section }) => oneLine(section.heading)).join(" ");
		const section = newSection(id, above);
		trail.push({ level, section });
		sections.push(section);
	}

	const parser = new Parser({
		onopentag(name, { id = "", class: className = "" }) {
			if (skippedDepth > 0 || SKIPPED.has(name) || SKIPPED_CLASSES.has(className)) {
				skippedDepth += 1;
				return;
			}
			if (name === "pre") into = "code";
			else if (name === "h1") into = "title";
			else if (/^h[2-6]$/.test(name)) startHeading(name, id);
			else if (into !== "code" && !INLINE.has(name)) write(" ");
		},
		ontext(text) {
			// An image of a packed page is a gap.
			if (skippedDepth === 0) write(text.replaceAll("\0", " "));
		},
		onclosetag(name) {
			if (skippedDepth > 0) {
				skippedDepth -= 1;
				return;
			}
			if (name === "pre" || /^h[1-6]$/.test(name)) {
				into = "text";
				write(" ");
			} else if (into !== "code" && !INLINE.has(name)) write(" ");
		},
	});
	parser.end(html);
	return {
		title: oneLine(title),
		sections: sections.map(({ anchor, heading, above, text, code }) => ({
			...{ anchor, above, heading: oneLine(heading) },
			...{ text: oneLine(text), code: code.trim() },
		})),
	};
}

type MutableSection = { -readonly [Key in keyof PageSection]: PageSection[Key] };

function newSection(anchor: string, above: string): MutableSection {
	return { anchor, above, heading: "", text: "", code: "" };
}

function oneLine(text: string): string {
	return text.replace(/\s+/g, " ").trim();
}
