import type { MarkdownIt, Token } from "markdown-it";
import { noteProblemAt } from "../../markdown/body-notes.ts";
import type { Dialect } from "../../markdown/dialect.ts";
import { moduleLines } from "./module-lines.ts";
import { tagBlocks } from "./tag-blocks.ts";
import { tagInlines } from "./tag-inlines.ts";

/** Components of MDX and Vue: what they stand for is shown, and nothing is ever run. */
export const mdx: Dialect = {
	addRules(markdown, { html }) {
		markdown.use(moduleLines).use(tagBlocks).use(tagInlines);
		if (!html) markdown.use(reportComponents);
	},
};

/** A capital letter makes a component of a tag; after a word it is a type, as in `Promise<Response>`. */
const COMPONENT = /(?:^|[^\w`])<\/?([A-Z]\w{0,60})(?=[\s/>])/g;

/** Reports what only MDX would run: nothing from the site folder is ever executed here. */
export function reportComponents(markdown: MarkdownIt): void {
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
