import type { MarkdownIt } from "markdown-it";
import { lineOfToken } from "../../markdown/body-notes.ts";
import { noteOnce } from "../../markdown/boxes/unknown-component.ts";
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
function reportComponents(markdown: MarkdownIt): void {
	markdown.core.ruler.push("mdx", ({ tokens, env }) => {
		for (const token of tokens) {
			// Nearly all texts have no component, and joining them takes longer than looking.
			if (token.children === null || !token.content.includes("<")) continue;
			const texts = token.children.map(({ type, content }) => (type === "text" ? content : " "));
			for (const [, name] of texts.join("").matchAll(COMPONENT)) {
				const message = `Component "${name}" is shown as text: pages are Markdown, not MDX`;
				noteOnce(env, message, lineOfToken(env, token));
			}
		}
	});
}
