import type { MarkdownIt } from "markdown-it";
import { escapeAttribute, escapeText } from "../../../shared/html.ts";
import { highlightCode } from "./highlight-code.ts";
import { parseInfoString } from "./info-string.ts";
import { markLines } from "./mark-lines.ts";

/**
 * Renders code blocks as figures: a caption with the name of the file and of the language,
 * and the code, highlighted by classes.
 */
export function codeBlocks(markdown: MarkdownIt): void {
	markdown.renderer.rules["fence"] = (tokens, index) =>
		renderCode(tokens[index]?.content ?? "", markdown.utils.unescapeAll(tokens[index]?.info ?? ""));
	markdown.renderer.rules["code_block"] = (tokens, index) =>
		renderCode(tokens[index]?.content ?? "", "");
}

function renderCode(code: string, infoString: string): string {
	const { language, fileName, lines } = parseInfoString(infoString);
	const highlighted = highlightCode(code, language) ?? escapeText(code);
	const marked = lines.size === 0 ? highlighted : markLines(highlighted, lines);
	const languageClass = language === "" ? "" : ` class="language-${escapeAttribute(language)}"`;
	// A block that scrolls must take the focus, or the keyboard cannot scroll it.
	return `<figure class="code">${renderCaption(fileName, language)}<pre tabindex="0"><code${languageClass}>${marked}</code></pre></figure>\n`;
}

function renderCaption(fileName: string, language: string): string {
	if (fileName === "" && language === "") return "";
	const file = fileName === "" ? "" : `<span class="code-file">${escapeText(fileName)}</span>`;
	const label = language === "" ? "" : `<span class="code-language">${escapeText(language)}</span>`;
	return `<figcaption>${file}${label}</figcaption>`;
}
