import type { MarkdownIt } from "markdown-it";
import { notesOf } from "./body-notes.ts";

const ID = /<[a-z][^<>]{0,500}?\s(?:id|name)=["']?([^\s"'<>]{1,100})/gi;

/** Notes the ids in an author's own HTML, where that passes as it is: links may lead to them. */
export function htmlIds(markdown: MarkdownIt): void {
	markdown.core.ruler.push("html_ids", (state) => {
		const { anchors } = notesOf(state.env);
		const tokens = state.tokens.flatMap((token) => [token, ...(token.children ?? [])]);
		for (const { type, content } of tokens) {
			if (type !== "html_block" && type !== "html_inline") continue;
			for (const [, id = ""] of content.matchAll(ID)) anchors.add(id);
		}
	});
}
