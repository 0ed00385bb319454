import type { MarkdownIt, Token } from "markdown-it";
import { noteProblemAt } from "./body-notes.ts";

/** A capital letter makes a component of a tag; after a word it is a type, as in `Promise<Response>`. */
const COMPONENT = /(?:^|[^\w`])<\/?([A-Z]\w{0,60})(?=[\s/>])/g;

/** Reports what only MDX would run: nothing from the site folder is ever executed here. */
export function mdx(markdown: MarkdownIt): void {
	markdown.core.ruler.push("mdx", (state) => {
		const reported = new Set<string>();
		const report = (token: Token, what: string): void => {
			if (reported.has(what)) return;
			reported.add(what);
			noteProblemAt(state.env, token, `${what} is shown as text: pages are Markdown, not MDX`);
		};
		for (const token of state.tokens) {
			if (token.type !== "inline" || token.children === null) continue;
			// Nearly all texts have none, and joining them takes longer than looking.
			if (!token.content.includes("<")) continue;
			const text = token.children
				.map((child) => (child.type === "text" ? child.content : " "))
				.join("");
			for (const [, name] of text.matchAll(COMPONENT)) report(token, `Component "${name}"`);
		}
	});
}
