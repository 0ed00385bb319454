import { parseDocument } from "htmlparser2";
import type { HeadSite } from "../../shared/page/head.ts";
import type { PagePayload } from "../../shared/page/payload.ts";
import { urlPath } from "../../shared/routing/routes.ts";

const EXTENSION = ".md";

/** The home page has no file name in its path. */
const HOME = "/index.md";

/** @returns The path of the page whose Markdown is at `path`, or `undefined`. */
export function pathOfMarkdown(path: string): string | undefined {
	if (path === HOME) return "/";
	return path.endsWith(EXTENSION) ? path.slice(0, -EXTENSION.length) : undefined;
}

/** @returns The path of a page's Markdown. */
export function markdownPath(path: string): string {
	return path === "/" ? HOME : path + EXTENSION;
}

/** Checks that a page has a body that every visitor may see. */
export function hasMarkdown({ page }: PagePayload): boolean {
	return page.html !== undefined && page.flag === undefined;
}

/** Converts a page to Markdown. @param html The page without its frame. */
export function pageMarkdown({ url: origin = "" }: HeadSite, html: string): string {
	return `${htmlToMarkdown(html, (url) => origin + url)}\n`;
}

/** Returns the URL of a page, for readers of its Markdown. */
export function pageUrl(site: HeadSite, path: string): string {
	return `${site.url ?? ""}${urlPath(site.basePath, path)}`;
}

type ChildNode = ReturnType<typeof parseDocument>["children"][number];
type Element = Extract<ChildNode, { readonly attribs: object }>;

/** Elements without text for every visitor, and controls. */
const SKIPPED: ReadonlySet<string> = new Set(
	"svg script style template math button input nav".split(" "),
);

const SKIPPED_CLASSES: ReadonlySet<string> = new Set(
	"heading-anchor footnote-backref footnotes-sep".split(" "),
);

const INLINE: ReadonlySet<string> = new Set(
	`a abbr b bdi bdo br cite code data del dfn em i img ins kbd label mark picture q s samp small
	source span strong sub sup time u var wbr`.split(/\s+/),
);

const MARKS: Readonly<Record<string, string>> = {
	...{ em: "*", i: "*" },
	...{ strong: "**", b: "**" },
	...{ s: "~~", del: "~~" },
};

/** Deeper elements are left out. */
const MAX_DEPTH = 100;

/**
 * Converts the rendered body of a page to Markdown. The author's file is not used: it may contain more
 * than visitors may see.
 *
 * @param absolute Makes the path of a link an absolute URL.
 */
export function htmlToMarkdown(html: string, absolute: Place["absolute"]): string {
	return writeBlocks(parseDocument(html).children, { absolute, depth: 0 }).join("\n\n");
}

interface Place {
	readonly absolute: (url: string) => string;
	readonly depth: number;
}

/** Inline nodes between two blocks become a paragraph. */
function writeBlocks(nodes: readonly ChildNode[], place: Place): string[] {
	const blocks: string[] = [];
	let line = "";
	for (const node of nodes) {
		if (!isElement(node) || INLINE.has(node.name)) line += writeInline(node, place);
		else if (!isSkipped(node) && place.depth < MAX_DEPTH) {
			blocks.push(paragraph(line), ...writeBlock(node, { ...place, depth: place.depth + 1 }));
			line = "";
		}
	}
	return [...blocks, paragraph(line)].filter((block) => block !== "");
}

function writeBlock(element: Element, place: Place): readonly string[] {
	const { name, children } = element;
	if (/^h[1-6]$/.test(name))
		return [`${"#".repeat(Number(name[1]))} ${writeLine(children, place)}`];
	if (name === "pre") return [fencedCode(element)];
	if (name === "ul" || name === "ol") return [writeList(element, place)];
	if (name === "table") return [writeTable(element, place)];
	if (name === "hr") return ["---"];
	// The fence of a code block contains its language.
	if (name === "figcaption" && classesOf(element.parent).includes("code")) return [];
	const blocks = writeBlocks(children, place);
	if (name === "dd") return [`: ${indented(blocks.join("\n\n"), "  ")}`];
	const isQuote = name === "blockquote" || classesOf(element).includes("callout");
	if (!isQuote) return blocks;
	return [blocks.join("\n\n").replace(/^/gm, "> ").replace(/^> $/gm, ">")];
}

function writeList({ name, attribs, children }: Element, place: Place): string {
	const first = Number(attribs["start"] ?? 1);
	const items = children.filter(isElement).filter((child) => child.name === "li");
	return items
		.map((item, index) => {
			const marker = name === "ol" ? `${first + index}. ` : "- ";
			const isLoose = item.children.some((child) => isElement(child) && child.name === "p");
			const body = writeBlocks(item.children, place).join(isLoose ? "\n\n" : "\n");
			return marker + taskMark(item) + indented(body, " ".repeat(marker.length));
		})
		.join("\n");
}

function writeTable(table: Element, place: Place): string {
	const [head, ...rest] = elementsNamed(table, "tr").map(({ children }) =>
		children
			.filter(isElement)
			.filter(({ name }) => name === "td" || name === "th")
			.map((cell) => writeLine(cell.children, place).replaceAll("|", "\\|")),
	);
	if (head === undefined) return "";
	const [first, ...lines] = [head, ...rest].map((cells) => `| ${cells.join(" | ")} |`);
	return [first, `|${" --- |".repeat(head.length)}`, ...lines].join("\n");
}

function writeLine(nodes: readonly ChildNode[], place: Place): string {
	const text = nodes.map((node) => writeInline(node, place)).join("");
	return text.trim().replace(/\s*\\?\n\s*/g, " ");
}

function writeInline(node: ChildNode, place: Place): string {
	if (isText(node)) return escaped(node.data.replace(/\s+/g, " "));
	if (!isElement(node) || isSkipped(node) || place.depth >= MAX_DEPTH) return "";
	const { name, children, attribs } = node;
	const { href, src, alt = "" } = attribs;
	if (name === "br") return "\\\n";
	if (name === "code") return codeSpan(textOf(node));
	if (name === "img") return src === undefined ? "" : `![${escaped(alt)}](${address(src, place)})`;
	const inside = { ...place, depth: place.depth + 1 };
	const text = children.map((child) => writeInline(child, inside)).join("");
	const inner = text.trim();
	if (name === "a") {
		return href === undefined || inner === "" ? inner : `[${inner}](${address(href, place)})`;
	}
	const mark = MARKS[name];
	if (mark === undefined) return INLINE.has(name) ? text : ` ${text} `;
	return inner === "" ? text : text.replace(inner, () => `${mark}${inner}${mark}`);
}

function address(url: string, { absolute }: Place): string {
	const target = url.startsWith("/") ? absolute(url) : url;
	// A parenthesis or a space would end the link.
	return target.replaceAll("(", "%28").replaceAll(")", "%29").replaceAll(" ", "%20");
}

function isText(node: ChildNode): node is Extract<ChildNode, { readonly nodeType: 3 }> {
	return node.nodeType === 3;
}

function isElement(node: ChildNode): node is Element {
	return "attribs" in node;
}

function isSkipped(element: Element): boolean {
	return SKIPPED.has(element.name) || classesOf(element).some((name) => SKIPPED_CLASSES.has(name));
}

function classesOf(node: Element["parent"]): readonly string[] {
	return node !== null && "attribs" in node ? (node.attribs["class"] ?? "").split(" ") : [];
}

function textOf(node: ChildNode): string {
	if (isText(node)) return node.data;
	return isElement(node) ? node.children.map(textOf).join("") : "";
}

function elementsNamed({ children }: Element, name: string): readonly Element[] {
	return children
		.filter(isElement)
		.flatMap((child) => (child.name === name ? [child] : elementsNamed(child, name)));
}

function paragraph(line: string): string {
	return line.trim().replace(/\\\n +/g, "\\\n");
}

function fencedCode(pre: Element): string {
	const code = pre.children.filter(isElement).find(({ name }) => name === "code") ?? pre;
	const language = /\blanguage-([\w+#.-]+)/.exec(code.attribs["class"] ?? "")?.[1] ?? "";
	const text = textOf(pre).replace(/\n$/, "");
	const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
	return `${fence}${language}\n${text}\n${fence}`;
}

function codeSpan(text: string): string {
	const longest = longestRun(text);
	const fence = "`".repeat(longest + 1);
	return longest === 0 ? `${fence}${text}${fence}` : `${fence} ${text} ${fence}`;
}

/** Length of the longest run of backticks. */
function longestRun(text: string): number {
	return Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
}

function taskMark({ children }: Element): string {
	const elements = children.filter(isElement);
	const [first] = elements;
	const inside = first?.name === "label" ? first.children.filter(isElement) : elements;
	const box = inside.find(({ name }) => name === "input");
	if (box === undefined) return "";
	return box.attribs["checked"] === undefined ? "[ ] " : "[x] ";
}

function indented(text: string, indent: string): string {
	return text.replace(/\n(?=[^\n])/g, `\n${indent}`);
}

/** Does not escape hyphens and dots: they rarely start a list. */
function escaped(text: string): string {
	return text.replace(/[\\`*_[\]<]/g, "\\$&");
}
