import type { MarkdownIt } from "markdown-it";
import { notesOf } from "./body-notes.ts";

const ID = /<[a-z][^<>]{0,500}?\s(?:id|name)=["']?([^\s"'<>]{1,100})/gi;

/** Addresses of one resource; of `srcset` the first of each candidate. */
const ADDRESS =
	/\s(?:src|href|poster|data|srcset)=(?:"([^"]{1,2000})"|'([^']{1,2000})'|([^\s"'<>=]{1,2000}))/gi;

/**
 * Notes the ids in an author's own HTML, where that passes as it is, and the addresses: links
 * may lead to the one, and the files behind the other are to be served.
 */
export function htmlIds(markdown: MarkdownIt): void {
	markdown.core.ruler.push("html_ids", (state) => {
		const { anchors, mentions } = notesOf(state.env);
		const tokens = state.tokens.flatMap((token) => [token, ...(token.children ?? [])]);
		for (const { type, content } of tokens) {
			if (type !== "html_block" && type !== "html_inline") continue;
			for (const [, id = ""] of content.matchAll(ID)) anchors.add(id);
			for (const [, double, single, bare] of content.matchAll(ADDRESS)) {
				const candidates = (double ?? single ?? bare ?? "").split(",");
				mentions.push(...candidates.map((candidate) => candidate.trim().split(/\s/, 1)[0] ?? ""));
			}
		}
	});
}
