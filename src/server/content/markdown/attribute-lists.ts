import type { MarkdownIt, StateBlock, StateInline } from "markdown-it";
import { startOfLine } from "./lines.ts";

/** `{.class #id key="value"}`, with a colon in the form of kramdown. */
const LIST =
	/\{:?[ \t]*(?:[.#][\w:.-]{1,100}|[\w:-]{1,60}=(?:"[^"{}\n]{0,200}"|'[^'{}\n]{0,200}'|[^\s"'{}]{1,200}))(?:[ \t]+(?:[.#][\w:.-]{1,100}|[\w:-]{1,60}=(?:"[^"{}\n]{0,200}"|'[^'{}\n]{0,200}'|[^\s"'{}]{1,200}))){0,20}[ \t]*\}/y;

const BRACE = 0x7b;

/** Lists on a line of their own, which belong to the block before. */
const LINE = /^\{(?::[ \t]*|[ \t]*[.#][\w-])[^{}\n]{0,300}\}[ \t]*$/;

/** Leaves out attributes for elements: classes mean nothing without the styles that they name. */
export function attributeLists(markdown: MarkdownIt): void {
	markdown.block.ruler.before("fence", "attribute_list", parseLine, {
		alt: ["paragraph", "reference", "blockquote", "list"],
	});
	markdown.inline.ruler.before("emphasis", "attribute_list", parseInline);
}

function parseLine(state: StateBlock, line: number, _endLine: number, silent: boolean): boolean {
	const start = startOfLine(state, line);
	if (state.src.charCodeAt(start) !== BRACE) return false;
	const text = state.src.slice(start, state.eMarks[line]).trimEnd();
	if (!LINE.test(text)) return false;
	if (silent) return true;
	addToHeading(state, text);
	state.line = line + 1;
	return true;
}

/** Below a heading the list may hold its id, which is read where headings are. */
function addToHeading({ tokens }: StateBlock, attributes: string): void {
	const inline = tokens.at(-2);
	if (tokens.at(-1)?.type !== "heading_close" || inline === undefined) return;
	inline.content += ` ${attributes}`;
}

/** They stand right behind what they belong to: a link, a picture, code or emphasis. */
function parseInline(state: StateInline, silent: boolean): boolean {
	const { src, pos } = state;
	if (src.charCodeAt(pos) !== BRACE || !/[)\]`*_]/.test(src[pos - 1] ?? "")) return false;
	LIST.lastIndex = pos;
	const match = LIST.exec(src);
	if (match === null) return false;
	if (!silent) state.push("text", "", 0).content = "";
	state.pos += match[0].length;
	return true;
}
