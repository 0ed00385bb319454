import type { MarkdownIt, StateBlock } from "markdown-it";
import { lineOf } from "../../markdown/lines.ts";

/** `<div class="grid" markdown>` */
const START =
	/^<[a-z][a-z\d]{0,20}(?=[\s>])[^<>]{0,500}\smarkdown(?:=["']?(?:1|block|span)["']?)?(?=[\s>])[^<>]{0,500}>[ \t]*$/i;

/** Elements whose inside is Markdown from the next line on, as MkDocs has it: HTML ends with the first line. */
export function markdownElements(markdown: MarkdownIt): void {
	markdown.block.ruler.before("html_block", "markdown_element", parseStart, {
		alt: ["paragraph", "reference", "blockquote"],
	});
}

function parseStart(state: StateBlock, line: number, _endLine: number, silent: boolean): boolean {
	const text = lineOf(state, line);
	if ((state.sCount[line] ?? 0) - state.blkIndent >= 4 || !START.test(text)) return false;
	if (silent) return true;
	const token = state.push("html_block", "", 0);
	token.content = `${text}\n`;
	token.map = [line, line + 1];
	state.line = line + 1;
	return true;
}
