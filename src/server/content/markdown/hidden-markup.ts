import type { MarkdownIt, StateBlock, Token } from "markdown-it";
import { escapeAttribute } from "../../../shared/document/html.ts";
import { claimId, findOnce } from "./body-notes.ts";
import { authorId } from "./html/author-attributes.ts";
import { lineOf, startOfLine } from "./lines.ts";
import { addBlock, addInline, type WriteBlock } from "./rules.ts";

/** `<a id="name"></a>` or `<a id="name">text</a>`: documents for GitHub carry them as targets of links. */
const ANCHOR =
	/<a[ \t]+(?:id|name)=(?:"([\w.:+-]{1,100})"|'([\w.:+-]{1,100})')[ \t]*(?:\/>|>([^<]{0,200})<\/a>)/y;

/** Longer comments inside a line are shown, so that a hostile file cannot make us search for ever. */
const INLINE_COMMENT = /<!--.{0,1993}?-->/sy;

/**
 * Where HTML is shown as text, two harmless forms of it are still understood, because
 * authors do not write them to be seen: comments, and anchors that only carry a name.
 */
export function hiddenMarkup(markdown: MarkdownIt): void {
	addBlock(markdown, "comment", readComment, {
		before: "paragraph",
		interrupts: ["paragraph", "blockquote"],
	});
	addInline(markdown, "comment", {
		before: "autolink",
		pattern: INLINE_COMMENT,
		write: () => undefined,
	});
	addInline(markdown, "named_anchor", {
		before: "autolink",
		pattern: ANCHOR,
		write(state, [, double, single, text = ""]) {
			state.push("named_anchor", "", 0).content = double ?? single ?? "";
			state.push("text", "", 0).content = text;
		},
	});
	markdown.core.ruler.push("named_anchors", (state) => {
		state.tokens.forEach(({ children }, index) => {
			if (children === null) return;
			hideEmptyParagraph(children, state.tokens[index - 1], state.tokens[index + 1]);
			for (const child of children) {
				if (child.type !== "named_anchor") continue;
				const id = authorId(child.content);
				child.type = "markup";
				// A heading may have the name already: then links lead there.
				child.content = claimId(state.env, id) ? `<span id="${escapeAttribute(id)}"></span>` : "";
			}
		});
	});
}

function readComment(
	state: StateBlock,
	startLine: number,
	endLine: number,
): WriteBlock | undefined {
	const start = startOfLine(state, startLine);
	if (!state.src.startsWith("<!--", start)) return undefined;
	if (findOnce(state, lastCommentEnd) < start + 4) return undefined;
	const end = state.src.indexOf("-->", start + 4) + 3;
	let line = startLine;
	while (line < endLine && (state.eMarks[line] ?? 0) < end) line += 1;
	// With text after the comment, or an end outside of this block, it is no comment by itself.
	const isWhole = line < endLine && state.src.slice(end, state.eMarks[line]).trim() === "";
	return isWhole ? () => line + 1 : undefined;
}

function lastCommentEnd(source: string): number {
	return source.lastIndexOf("-->");
}

/** A paragraph with only named anchors would leave a gap on the page. */
function hideEmptyParagraph(
	children: readonly Token[],
	open: Token | undefined,
	close: Token | undefined,
): void {
	if (open?.type !== "paragraph_open" || close?.type !== "paragraph_close") return;
	const isEmpty = children.every(
		({ type, content }) =>
			type === "named_anchor" || type === "softbreak" || (type === "text" && content.trim() === ""),
	);
	if (!isEmpty) return;
	open.hidden = true;
	close.hidden = true;
}

/** `{.class #id key="value"}` after a link, a picture, code or emphasis; with a colon in the form of kramdown. */
const LIST =
	/(?<=[)\]`*_])\{:?[ \t]*(?:[.#][\w:.-]{1,100}|[\w:-]{1,60}=(?:"[^"{}\n]{0,200}"|'[^'{}\n]{0,200}'|[^\s"'{}]{1,200}))(?:[ \t]+(?:[.#][\w:.-]{1,100}|[\w:-]{1,60}=(?:"[^"{}\n]{0,200}"|'[^'{}\n]{0,200}'|[^\s"'{}]{1,200}))){0,20}[ \t]*\}/y;

/** Lists on a line of their own, which belong to the block before. */
const LINE = /^\{(?::[ \t]*|[ \t]*[.#][\w-])[^{}\n]{0,300}\}[ \t]*$/;

/** What a list may say of a picture. */
const LENGTHS = /(?<=[\s{:])(width|height)=["']?(\d{1,4}(?=(?:px)?["'\s}])|\d{1,3}%)/g;

/** Reads the size of a picture, and leaves other attributes out: classes mean nothing without the styles that they name. */
export function attributeLists(markdown: MarkdownIt): void {
	addBlock(markdown, "attribute_list", (state, line) => {
		const text = lineOf(state, line).trimEnd();
		if (!LINE.test(text)) return undefined;
		return () => {
			addToHeading(state, text);
			return line + 1;
		};
	});
	addInline(markdown, "attribute_list", {
		pattern: LIST,
		write(state, [list]) {
			const before = state.tokens.at(-1);
			if (before?.type === "image") {
				for (const [, name = "", length = ""] of list.matchAll(LENGTHS))
					before.attrSet(name, length);
			}
			state.push("text", "", 0).content = "";
		},
	});
}

/** Below a heading the list may hold its id, which is read where headings are. */
function addToHeading({ tokens }: StateBlock, attributes: string): void {
	const inline = tokens.at(-2);
	if (tokens.at(-1)?.type !== "heading_close" || inline === undefined) return;
	inline.content += ` ${attributes}`;
}
