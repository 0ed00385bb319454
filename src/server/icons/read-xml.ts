/** An element; text between elements is not kept, because no icon needs any. */
export interface XmlElement {
	readonly name: string;
	readonly attributes: ReadonlyMap<string, string>;
	readonly children: readonly XmlElement[];
}

/** Deeper than any drawing, and far from the depth at which recursion over it would fail. */
const MAX_DEPTH = 64;

/**
 * The smallest reader that a drawing needs. It is strict: what is not well-formed is
 * refused as a whole, since guessing is how two readers come to see two documents in one.
 * Declarations are skipped unread, so no entity is ever expanded but the five of XML.
 *
 * @returns The root element, or `undefined`.
 * @see https://www.w3.org/TR/xml/
 */
export function readXml(text: string): XmlElement | undefined {
	const open: OpenElement[] = [{ name: "", attributes: new Map(), children: [] }];
	let position = 0;
	TOKEN.lastIndex = 0;
	for (const token of text.matchAll(TOKEN)) {
		if (token.index !== position) return undefined;
		position += token[0].length;
		const kept = token.groups?.["close"] ?? token.groups?.["open"];
		if (kept === undefined) continue;
		if (!takeTag(token.groups ?? {}, open)) return undefined;
	}
	const [document, ...unclosed] = open;
	if (position !== text.length || unclosed.length > 0) return undefined;
	return document?.children.length === 1 ? document.children[0] : undefined;
}

interface OpenElement extends XmlElement {
	readonly children: XmlElement[];
}

const NAME = String.raw`[A-Za-z_][\w.:-]*`;

const ATTRIBUTE = new RegExp(String.raw`\s+(${NAME})\s*=\s*("[^"<]*"|'[^'<]*')`, "y");

/** Every alternative begins differently, so each character is looked at a bounded number of times. */
const TOKEN = new RegExp(
	[
		"[^<]+",
		"<!--[^]*?-->",
		String.raw`<!\[CDATA\[[^]*?\]\]>`,
		"<\\?[^]*?\\?>",
		"<!DOCTYPE[^[>]*(?:\\[[^\\]]*\\]\\s*)?>",
		`</(?<close>${NAME})\\s*>`,
		`<(?<open>${NAME})(?=[\\s/>])(?<rest>(?:[^<>"']|"[^"<]*"|'[^'<]*')*)>`,
	].join("|"),
	"g",
);

/** @returns Whether the tag fits where it stands. */
function takeTag(groups: Readonly<Record<string, string>>, open: OpenElement[]): boolean {
	const parent = open.at(-1);
	if (groups["close"] !== undefined) {
		return open.length > 1 && open.pop()?.name === groups["close"];
	}
	const isEmpty = groups["rest"]?.endsWith("/") === true;
	const attributes = readAttributes(groups["rest"]?.slice(0, isEmpty ? -1 : undefined) ?? "");
	if (attributes === undefined || open.length > MAX_DEPTH) return false;
	const element = { name: groups["open"] ?? "", attributes, children: [] };
	parent?.children.push(element);
	if (!isEmpty) open.push(element);
	return true;
}

function readAttributes(tag: string): Map<string, string> | undefined {
	const text = tag.trimEnd();
	const attributes = new Map<string, string>();
	let position = 0;
	while (position < text.length) {
		ATTRIBUTE.lastIndex = position;
		const match = ATTRIBUTE.exec(text);
		if (match === null) return undefined;
		const [whole, name = "", quoted = ""] = match;
		const value = decodeReferences(quoted.slice(1, -1));
		if (value === undefined || attributes.has(name)) return undefined;
		attributes.set(name, value);
		position += whole.length;
	}
	return attributes;
}

const PREDEFINED: Readonly<Record<string, string>> = {
	amp: "&",
	lt: "<",
	gt: ">",
	quot: '"',
	apos: "'",
};

/** @returns `undefined` when the text names an entity that only a declaration could explain. */
function decodeReferences(text: string): string | undefined {
	let isKnown = true;
	const decoded = text.replace(/&([^;&]*);?/g, (reference, name: string) => {
		const character = PREDEFINED[name] ?? characterOf(name);
		if (character === undefined || !reference.endsWith(";")) isKnown = false;
		return character ?? "";
	});
	return isKnown ? decoded : undefined;
}

function characterOf(name: string): string | undefined {
	const digits = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name);
	if (digits === null) return undefined;
	const code = digits[1] === undefined ? Number(digits[2]) : Number.parseInt(digits[1], 16);
	return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : undefined;
}
