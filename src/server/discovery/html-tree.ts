/** An element of a page's body, or the text between two. */
export type HtmlNode = HtmlElement | string;

export interface HtmlElement {
	/** In lower case; empty for the root. */
	readonly name: string;
	readonly attributes: string;
	readonly children: HtmlNode[];
}

/** A tag or a comment, in HTML that is well-formed as far as a renderer makes it. */
export const HTML_TAG =
	/<(\/?)([a-z][a-z0-9-]*)([^>"']*(?:(?:"[^"]*"|'[^']*')[^>"']*)*)>|<!--[\s\S]*?-->/gi;

const VOID: ReadonlySet<string> = new Set(
	"area base br col embed hr img input link meta source track wbr".split(" "),
);

/** Deeper elements are left out as elements; their text stays. */
const MAX_DEPTH = 100;

/** Reads the HTML of a page, as it is rendered, into a tree. Whatever is not closed ends with its parent. */
export function htmlTree(html: string): HtmlElement {
	const root: HtmlElement = { name: "", attributes: "", children: [] };
	const open = [root];
	let last = 0;
	for (const match of html.matchAll(HTML_TAG)) {
		putText(open, html.slice(last, match.index));
		last = match.index + match[0].length;
		const [, slash, name, attributes = ""] = match;
		if (name === undefined) continue;
		if (slash === "/") close(open, name.toLowerCase());
		else start(open, { name: name.toLowerCase(), attributes, children: [] });
	}
	putText(open, html.slice(last));
	return root;
}

/** @returns The value of an attribute, decoded. */
export function attributeOf({ attributes }: HtmlElement, name: string): string | undefined {
	const [, double, single] =
		new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, "i").exec(attributes) ?? [];
	const value = double ?? single;
	return value === undefined ? undefined : decodeEntities(value);
}

/** All text below an element, as it stands there. */
export function textOf(node: HtmlNode): string {
	return typeof node === "string" ? node : node.children.map(textOf).join("");
}

function putText(open: readonly HtmlElement[], text: string): void {
	if (text !== "") open.at(-1)?.children.push(decodeEntities(text));
}

function start(open: HtmlElement[], element: HtmlElement): void {
	if (open.length > MAX_DEPTH) return;
	open.at(-1)?.children.push(element);
	if (!VOID.has(element.name) && !element.attributes.endsWith("/")) open.push(element);
}

function close(open: HtmlElement[], name: string): void {
	const index = open.findLastIndex((element) => element.name === name);
	if (index > 0) open.length = index;
}

const ENTITIES: Readonly<Record<string, string>> = {
	amp: "&",
	lt: "<",
	gt: ">",
	quot: '"',
	apos: "'",
	nbsp: " ",
};

export function decodeEntities(text: string): string {
	if (!text.includes("&")) return text;
	return text.replace(/&(?:#(x[\da-f]{1,6}|\d{1,7})|([a-z]{2,8}));/gi, (whole, code, name) => {
		if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? whole;
		const point = Number(String(code).replace(/^x/i, "0x"));
		return point > 0x10ffff ? whole : String.fromCodePoint(point);
	});
}
