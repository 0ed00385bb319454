import type { MarkdownIt, StateBlock, StateInline, Token } from "markdown-it";
import { escapeAttribute } from "../../../shared/document/html.ts";
import { claimId, findOnce } from "./body-notes.ts";
import { authorId } from "./html/author-id.ts";
import { startOfLine } from "./lines.ts";

/** `<a id="name"></a>` or `<a id="name">text</a>`: documents for GitHub carry them as targets of links. */
const ANCHOR =
	/<a[ \t]+(?:id|name)=(?:"([\w.:+-]{1,100})"|'([\w.:+-]{1,100})')[ \t]*(?:\/>|>([^<]{0,200})<\/a>)/y;

/** Longer comments inside a line are shown, so that a hostile file cannot make us search for ever. */
const MAX_INLINE_COMMENT = 2000;

const LESS_THAN = 0x3c;

/**
 * Where HTML is shown as text, two harmless forms of it are still understood, because
 * authors do not write them to be seen: comments, and anchors that only carry a name.
 */
export function hiddenMarkup(markdown: MarkdownIt): void {
	markdown.block.ruler.before("paragraph", "comment", parseCommentBlock, {
		alt: ["paragraph", "blockquote"],
	});
	markdown.inline.ruler.before("autolink", "comment", parseInlineComment);
	markdown.inline.ruler.before("autolink", "named_anchor", parseAnchor);
	markdown.core.ruler.push("named_anchors", (state) => {
		state.tokens.forEach(({ children }, index) => {
			if (children === null) return;
			for (const child of children) {
				if (child.type !== "named_anchor") continue;
				child.content = authorId(child.content);
				child.hidden = !claimId(state.env, child.content);
			}
			hideEmptyParagraph(children, state.tokens[index - 1], state.tokens[index + 1]);
		});
	});
	markdown.renderer.rules["named_anchor"] = (tokens, index) => {
		const { content = "", hidden = true } = tokens[index] ?? {};
		// A heading has the name already, and links lead there.
		return hidden ? "" : `<span id="${escapeAttribute(content)}"></span>`;
	};
}

function parseCommentBlock(
	state: StateBlock,
	startLine: number,
	endLine: number,
	silent: boolean,
): boolean {
	const start = startOfLine(state, startLine);
	if (!state.src.startsWith("<!--", start)) return false;
	const end = findCommentEnd(state, start);
	if (end === undefined) return false;
	let line = startLine;
	while (line < endLine && (state.eMarks[line] ?? 0) < end) line += 1;
	// Text after the comment, or an end outside of this block: then it is no comment by itself.
	if (line === endLine || state.src.slice(end, state.eMarks[line]).trim() !== "") return false;
	if (!silent) state.line = line + 1;
	return true;
}

function findCommentEnd(state: StateBlock, start: number): number | undefined {
	const isEnded = start + 4 <= findOnce(state, lastCommentEnd);
	return isEnded ? state.src.indexOf("-->", start + 4) + 3 : undefined;
}

function lastCommentEnd(source: string): number {
	return source.lastIndexOf("-->");
}

function parseInlineComment(state: StateInline): boolean {
	if (!state.src.startsWith("<!--", state.pos)) return false;
	const end = state.src.slice(state.pos, state.pos + MAX_INLINE_COMMENT).indexOf("-->", 4);
	if (end === -1) return false;
	state.pos += end + 3;
	return true;
}

function parseAnchor(state: StateInline, silent: boolean): boolean {
	if (state.src.charCodeAt(state.pos) !== LESS_THAN) return false;
	ANCHOR.lastIndex = state.pos;
	const match = ANCHOR.exec(state.src);
	if (match === null) return false;
	if (!silent) {
		state.push("named_anchor", "", 0).content = match[1] ?? match[2] ?? "";
		state.push("text", "", 0).content = match[3] ?? "";
	}
	state.pos += match[0].length;
	return true;
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
