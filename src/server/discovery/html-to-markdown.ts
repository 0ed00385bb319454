import { attributeOf, type HtmlElement, type HtmlNode, htmlTree, textOf } from "./html-tree.ts";

/** What is drawn, run, or only for some visitors. */
const SKIPPED: ReadonlySet<string> = new Set(
	"svg script style template math button input nav".split(" "),
);

const INLINE: ReadonlySet<string> = new Set(
	"a abbr b bdi bdo br cite code data del dfn em i img ins kbd label mark q s samp small span strong sub sup time u var wbr".split(
		" ",
	),
);

/** Around text that has a meaning of its own. */
const MARKS: Readonly<Record<string, string>> = {
	em: "*",
	i: "*",
	strong: "**",
	b: "**",
	s: "~~",
	del: "~~",
};

/**
 * Writes the body of a page as Markdown: what a reader sees of it, with links and images resolved.
 * It comes from the HTML and not from the author's file, which says more than visitors may know.
 *
 * @param absolute Makes the address of a link one that can be followed from anywhere.
 */
export function htmlToMarkdown(html: string, absolute: (url: string) => string): string {
	return blocksOf(htmlTree(html).children, absolute).join("\n\n");
}

type Absolute = (url: string) => string;

/** The blocks among some nodes; what stands between them inline is a paragraph of its own. */
function blocksOf(nodes: readonly HtmlNode[], absolute: Absolute): string[] {
	const blocks: string[] = [];
	let line: HtmlNode[] = [];
	const endLine = (): void => {
		const text = inlineOf(line, absolute).trim();
		if (text !== "") blocks.push(text);
		line = [];
	};
	for (const node of nodes) {
		if (typeof node === "string" || INLINE.has(node.name)) line.push(node);
		else if (!SKIPPED.has(node.name)) {
			endLine();
			blocks.push(...blockOf(node, absolute).filter((block) => block !== ""));
		}
	}
	endLine();
	return blocks;
}

function blockOf(element: HtmlElement, absolute: Absolute): readonly string[] {
	const { name, children } = element;
	if (/^h[1-6]$/.test(name)) {
		return [`${"#".repeat(Number(name[1]))} ${inlineOf(children, absolute).trim()}`];
	}
	switch (name) {
		case "pre":
			return [fenced(element)];
		case "ul":
		case "ol":
			return [listOf(element, absolute)];
		case "blockquote":
			return [quoted(blocksOf(children, absolute))];
		case "table":
			return [tableOf(element, absolute)];
		case "hr":
			return attributeOf(element, "class") === "footnotes-sep" ? [] : ["---"];
		case "figure":
			return blocksOf(isCode(element) ? withoutCaption(children) : children, absolute);
		case "dd":
			return [`: ${indented(blocksOf(children, absolute).join("\n\n"), "  ")}`];
		default:
			return isCallout(element)
				? [quoted(blocksOf(children, absolute))]
				: blocksOf(children, absolute);
	}
}

/** What its caption says is in the fence. */
function isCode(element: HtmlElement): boolean {
	return attributeOf(element, "class") === "code";
}

function withoutCaption(nodes: readonly HtmlNode[]): readonly HtmlNode[] {
	return nodes.filter((node) => typeof node === "string" || node.name !== "figcaption");
}

function isCallout(element: HtmlElement): boolean {
	return (attributeOf(element, "class") ?? "").split(" ").includes("callout");
}

function quoted(blocks: readonly string[]): string {
	return blocks.join("\n\n").replace(/^/gm, "> ").replace(/^> $/gm, ">");
}

function fenced(element: HtmlElement): string {
	const code = element.children.find((child) => typeof child === "object" && child.name === "code");
	const source = typeof code === "object" ? code : element;
	const language = /\blanguage-([\w+#.-]+)/.exec(source.attributes)?.[1] ?? "";
	const text = textOf(element).replace(/\n$/, "");
	const longest = Math.max(2, ...Array.from(text.matchAll(/`{3,}/g), ([run]) => run.length));
	const fence = "`".repeat(longest + 1);
	return `${fence}${language}\n${text}\n${fence}`;
}

function listOf({ name, attributes, children }: HtmlElement, absolute: Absolute): string {
	const first = Number(/\bstart="(\d{1,9})"/.exec(attributes)?.[1] ?? 1);
	const items = children.filter((child) => typeof child === "object" && child.name === "li");
	return items
		.map((item, index) => {
			const marker = name === "ol" ? `${first + index}. ` : "- ";
			const [task = ""] = typeof item === "object" ? taskOf(item) : [];
			const blocks = blocksOf(typeof item === "object" ? item.children : [], absolute);
			const body = blocks.join(isLoose(item) ? "\n\n" : "\n");
			return marker + task + indented(body, " ".repeat(marker.length));
		})
		.join("\n");
}

function isLoose(item: HtmlNode): boolean {
	return (
		typeof item === "object" &&
		item.children.some((child) => typeof child === "object" && child.name === "p")
	);
}

function taskOf(item: HtmlElement): readonly string[] {
	const [label] = item.children.filter((child) => typeof child === "object");
	const inputs = label?.name === "label" ? label.children : item.children;
	const box = inputs.find((child) => typeof child === "object" && child.name === "input");
	if (typeof box !== "object") return [];
	return [/\bchecked\b/.test(box.attributes) ? "[x] " : "[ ] "];
}

function indented(text: string, indent: string): string {
	return text.replace(/\n(?=[^\n])/g, `\n${indent}`);
}

function tableOf(table: HtmlElement, absolute: Absolute): string {
	const rows = elementsNamed(table, "tr").map((row) =>
		row.children.flatMap((cell) =>
			typeof cell === "object" && (cell.name === "td" || cell.name === "th")
				? [
						inlineOf(cell.children, absolute)
							.trim()
							.replaceAll("|", "\\|")
							.replace(/\s*\n\s*/g, " "),
					]
				: [],
		),
	);
	const [head, ...rest] = rows;
	if (head === undefined) return "";
	const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
	return [line(head), line(head.map(() => "---")), ...rest.map(line)].join("\n");
}

function elementsNamed({ children }: HtmlElement, name: string): readonly HtmlElement[] {
	return children.flatMap((child) => {
		if (typeof child === "string") return [];
		return child.name === name ? [child] : elementsNamed(child, name);
	});
}

function inlineOf(nodes: readonly HtmlNode[], absolute: Absolute): string {
	const text = nodes.map((node) => inlineNode(node, absolute)).join("");
	return text.replace(/\\\n +/g, "\\\n");
}

function inlineNode(node: HtmlNode, absolute: Absolute): string {
	if (typeof node === "string") return escaped(node.replace(/\s+/g, " "));
	const { name, children } = node;
	if (SKIPPED.has(name)) return "";
	if (name === "br") return "\\\n";
	if (name === "code") return codeSpan(textOf(node));
	if (name === "img") return imageOf(node, absolute);
	if (name === "a") return linkOf(node, absolute);
	const text = inlineOf(children, absolute);
	const mark = MARKS[name];
	if (mark === undefined) return INLINE.has(name) ? text : ` ${text} `;
	const inner = text.trim();
	return inner === "" ? text : text.replace(inner, () => `${mark}${inner}${mark}`);
}

function linkOf(node: HtmlElement, absolute: Absolute): string {
	const names = attributeOf(node, "class") ?? "";
	if (names === "heading-anchor" || names === "footnote-backref") return "";
	const text = inlineOf(node.children, absolute).trim();
	const target = attributeOf(node, "href");
	return target === undefined || text === "" ? text : `[${text}](${address(target, absolute)})`;
}

function imageOf(node: HtmlElement, absolute: Absolute): string {
	const source = attributeOf(node, "src");
	if (source === undefined) return "";
	return `![${escaped(attributeOf(node, "alt") ?? "")}](${address(source, absolute)})`;
}

function address(url: string, absolute: Absolute): string {
	const target = url.startsWith("/") ? absolute(url) : url;
	// A parenthesis or a space would end the link.
	return target.replaceAll("(", "%28").replaceAll(")", "%29").replaceAll(" ", "%20");
}

function codeSpan(text: string): string {
	const longest = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
	const fence = "`".repeat(longest + 1);
	return longest === 0 ? `${fence}${text}${fence}` : `${fence} ${text} ${fence}`;
}

/** Signs that would be taken for markup; a hyphen or a dot rarely is. */
function escaped(text: string): string {
	return text.replace(/[\\`*_[\]<]/g, "\\$&");
}
