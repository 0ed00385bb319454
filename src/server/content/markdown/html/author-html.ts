import type { MarkdownIt, StateCore, Token } from "markdown-it";
import { anchorStyle } from "../anchor-style.ts";
import { notesOf } from "../body-notes.ts";
import type { Dialect } from "../dialect.ts";
import type { HeadingOptions } from "../headings.ts";
import { AuthorMarkup, CELL, type MarkupOptions } from "./author-markup.ts";

/**
 * Passes an author's HTML through, as far as the policy of the page permits it. Each Markdown block
 * closes the elements that were opened in it, so that no page can break the frame around it.
 */
export function authorHtml(
	markdown: MarkdownIt,
	{ anchors, dialects }: HeadingOptions & { readonly dialects: readonly Dialect[] },
): void {
	const style = anchorStyle(anchors);
	markdown.core.ruler.push("author_html", (state) => {
		if (!state.tokens.some(hasHtml)) return;
		const sources = { state, env: state.env, style, dialects, isInTable: false };
		state.tokens = readTokens(state.tokens, sources, "html_block");
	});
}

function hasHtml({ type, children }: Token): boolean {
	return type === "html_block" || children?.some((child) => child.type === "html_inline") === true;
}

/** @param kind Type of the added tokens, which contain the end tags of open elements. */
function readTokens(
	tokens: readonly Token[],
	sources: MarkupOptions & { readonly state: StateCore },
	kind: "html_block" | "html_inline",
): Token[] {
	const { state } = sources;
	const { firstLine } = notesOf(state.env);
	let line = firstLine;
	const frames = [new AuthorMarkup(sources)];
	const isInTable = (): boolean => frames.at(-1)?.isInTable ?? sources.isInTable;
	const cells: boolean[] = [];
	const read: Token[] = [];
	for (const token of tokens) {
		if (token.map !== null) line = token.map[0] + firstLine;
		if (token.type === "table_open") {
			cells.push(isInTable());
			if (isInTable()) pushHtml(CELL.start, read, state, kind);
		}
		if (token.nesting === -1 && frames.length > 1) {
			pushHtml(frames.pop()?.end() ?? "", read, state, kind);
		}
		if (token.nesting === 1) {
			const isTable = /^(?:table|th|td)_open$/.test(token.type);
			frames.push(new AuthorMarkup({ ...sources, isInTable: !isTable && isInTable() }));
		}
		if (token.type === "html_block" || token.type === "html_inline") {
			token.content = frames.at(-1)?.read(token.content, line) ?? "";
		}
		if (token.children !== null && hasHtml(token)) {
			const inside = { ...sources, isInTable: isInTable() };
			token.children = readTokens(token.children, inside, "html_inline");
		}
		read.push(token);
		if (token.type === "table_close" && cells.pop() === true) {
			pushHtml(CELL.end, read, state, kind);
		}
	}
	for (const frame of frames.toReversed()) pushHtml(frame.end(), read, state, kind);
	return read;
}

function pushHtml(html: string, tokens: Token[], state: StateCore, kind: string): void {
	if (html === "") return;
	const token = new state.Token(kind, "", 0);
	token.content = html;
	tokens.push(token);
}
