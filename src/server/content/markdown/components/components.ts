import type { MarkdownIt } from "markdown-it";
import { escapeAttribute } from "../../../../shared/document/html.ts";
import { expressions } from "./expressions.ts";
import { inlineDirectives } from "./inline-directives.ts";
import { moduleLines } from "./module-lines.ts";
import { shortcodes } from "./shortcodes.ts";
import { tabs } from "./tabs.ts";
import { tagBlocks } from "./tag-blocks.ts";
import { tagInlines } from "./tag-inlines.ts";
import { leftOut } from "./unknown-component.ts";
import { wikilinks } from "./wikilinks.ts";

/** Components of other generators: what they stand for is shown, and nothing is ever run. */
export function components(markdown: MarkdownIt): void {
	const { rules } = markdown.renderer;
	markdown
		.use(moduleLines)
		.use(tagBlocks)
		.use(tagInlines)
		.use(expressions)
		.use(shortcodes)
		.use(inlineDirectives)

		.use(leftOut)
		.use(wikilinks)
		.use(tabs);
	rules["box_open"] = (tokens, index) => `<div class="${classOf(tokens[index]?.content)}">\n`;
	rules["box_close"] = () => "</div>\n";
	rules["box_title_open"] = (tokens, index) => `<p class="${classOf(tokens[index]?.content)}">`;
	rules["box_title_close"] = () => "</p>\n";
	rules["class_open"] = (tokens, index) => `<span class="${classOf(tokens[index]?.content)}">`;
	rules["class_close"] = () => "</span>";
}

function classOf(name: string | undefined): string {
	return escapeAttribute(name ?? "");
}
