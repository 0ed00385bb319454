import type { MarkdownIt, StateBlock, Token } from "markdown-it";
import { escapeAttribute } from "../../../shared/document/html.ts";
import { claimId, findOnce } from "./body-notes.ts";
import { authorId } from "./html/author-attributes.ts";
import { lineOf, startOfLine } from "./lines.ts";
import { addBlock, addInline, type WriteBlock } from "./rules.ts";

/** `<a id="name"></a>` or `<a id="name">text</a>`: documents for GitHub use them as targets of links. */
const ANCHOR =
	/<a[ \t]+(?:id|name)=(?:"([\w.:+-]{1,100})"|'([\w.:+-]{1,100})')[ \t]*(?:\/>|>([^<]{0,200})<\/a>)/y;

/** A comment inside a line, at most 2000 characters: the limit bounds the search in a hostile file. */
const INLINE_COMMENT = /<!--.{0,1993}?-->/sy;

/**
 * Hides comments, and anchors that only have a name, when other HTML is shown as text: they are
 * harmless, and authors do not write them for readers.
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
				// If a heading already has the id, links lead to the heading.
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
	// A comment with text after it, or with its end outside of this block, is not a block.
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

/** `{.class #id key="value"}` after a link, an image, code or emphasis; kramdown adds a colon. */
const LIST =
	/(?<=[)\]`*_])\{:?[ \t]*(?:[.#][\w:.-]{1,100}|[\w:-]{1,60}=(?:"[^"{}\n]{0,200}"|'[^'{}\n]{0,200}'|[^\s"'{}]{1,200}))(?:[ \t]+(?:[.#][\w:.-]{1,100}|[\w:-]{1,60}=(?:"[^"{}\n]{0,200}"|'[^'{}\n]{0,200}'|[^\s"'{}]{1,200}))){0,20}[ \t]*\}/y;

/** An attribute list on its own line, which applies to the block before. */
const LINE = /^\{(?::[ \t]*|[ \t]*[.#][\w-])[^{}\n]{0,300}\}[ \t]*$/;

/** Size attributes of an image. */
const LENGTHS = /(?<=[\s{:])(width|height)=["']?(\d{1,4}(?=(?:px)?["'\s}])|\d{1,3}%)/g;

/** Reads the size of an image, and drops other attributes: classes have no effect without their styles. */
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

/** Below a heading, the list may contain its id, which the rule for headings reads. */
function addToHeading({ tokens }: StateBlock, attributes: string): void {
	const inline = tokens.at(-2);
	if (tokens.at(-1)?.type !== "heading_close" || inline === undefined) return;
	inline.content += ` ${attributes}`;
}
