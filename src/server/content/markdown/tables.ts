import type { MarkdownIt } from "markdown-it";

/** Wraps tables so that a wide one scrolls by itself, and aligns cells by class, never by style. */
export function tables(markdown: MarkdownIt): void {
	const { rules } = markdown.renderer;
	// Scrolling with the keyboard needs something that takes the focus.
	rules["table_open"] = () =>
		'<div class="table-scroll" role="group" aria-label="Table" tabindex="0"><table>\n';
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
