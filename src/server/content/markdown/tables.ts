import type { MarkdownIt } from "markdown-it";
import { escapeAttribute } from "../../../shared/document/html.ts";
import { wordIn } from "../../../shared/page/words.ts";
import { type BodyNotes, notesOf } from "./body-notes.ts";
import { markupToken } from "./rules.ts";

/**
 * Wraps tables in boxes that scroll, and aligns cells by class, never by style.
 * Empty header cells become `td`, so that no screen reader announces a header without text.
 */
export function tables(markdown: MarkdownIt): void {
	const { rules } = markdown.renderer;
	markdown.core.ruler.push("empty_headers", ({ tokens }) => {
		for (const [index, start] of tokens.entries()) {
			const text = tokens[index + 1];
			const end = tokens[index + 2];
			if (start.type !== "th_open" || text?.content !== "" || end?.type !== "th_close") continue;
			start.tag = "td";
			end.tag = "td";
		}
	});
	rules["table_open"] = (_tokens, _index, _options, env) => `${tableBox(notesOf(env))}<table>\n`;
	rules["table_close"] = () => "</table></div>\n";
	for (const cell of ["th_open", "td_open"] as const) {
		rules[cell] = (tokens, index) => {
			const token = tokens[index];
			const alignment = /text-align:(\w+)/.exec(String(token?.attrGet("style") ?? ""))?.[1];
			return alignment === undefined
				? `<${token?.tag}>`
				: `<${token?.tag} class="align-${alignment}">`;
		};
	}
}

/** Start tag of a table's scroll box. It takes the focus, which the keyboard needs for scrolling. */
export function tableBox(page: Pick<BodyNotes, "words">): string {
	const label = escapeAttribute(wordIn(page, "Table"));
	return `<div class="table-scroll" role="group" aria-label="${label}" tabindex="0">`;
}

const CHECKBOX = /^\[([ xX])\](?:[ \t]+|$)/;

/** GitHub's task lists. The text labels its box, so that a screen reader reads both as one. */
export function taskLists(markdown: MarkdownIt): void {
	markdown.core.ruler.after("inline", "task_lists", (state) => {
		state.tokens.forEach((token, index) => {
			const item = state.tokens[index - 2];
			const paragraph = state.tokens[index - 1];
			if (item?.type !== "list_item_open" || paragraph?.type !== "paragraph_open") return;
			const first = token.children?.[0];
			const match = first?.type === "text" ? CHECKBOX.exec(first.content) : null;
			if (first === undefined || match === null) return;
			first.content = first.content.slice(match[0].length);
			item.attrJoin("class", "task");
			const checked = match[1] === " " ? "" : " checked";
			const box = `<label><input type="checkbox" disabled${checked}> `;
			token.children?.unshift(markupToken(box, state));
			token.children?.push(markupToken("</label>", state));
		});
	});
}
