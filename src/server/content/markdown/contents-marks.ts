import type { MarkdownIt } from "markdown-it";

/** VitePress's, MkDocs', and kramdown's behind a list of one item. */
const MARK = /^(?:\[\[toc\]\]|\[TOC\]|\{:\s*toc\s*\})$/;

/** A mark for the list of headings leaves nothing: it stands beside every page. */
export function contentsMarks(markdown: MarkdownIt): void {
	markdown.core.ruler.after("block", "contents_marks", (state) => {
		const isMark = (index: number): boolean => {
			const { type, content } = state.tokens[index] ?? {};
			return (
				type === "inline" &&
				state.tokens[index - 1]?.type === "paragraph_open" &&
				MARK.test(content?.trim() ?? "")
			);
		};
		if (!state.tokens.some((_token, index) => isMark(index))) return;
		state.tokens = state.tokens.filter(
			(_token, index) => !isMark(index - 1) && !isMark(index) && !isMark(index + 1),
		);
	});
}
