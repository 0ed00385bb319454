import type { MarkdownIt, Token } from "markdown-it";
import { escapeAttribute, escapeText } from "../../../../shared/document/html.ts";
import { type BodyEnvironment, fillGapWith, lineOfToken } from "../body-notes.ts";
import { parseInfoString } from "./info-string.ts";

/**
 * Renders code blocks as figures: a caption with the name of the file and of the language,
 * and a gap for the code, which takes as long to highlight as all else of a page.
 */
export function codeBlocks(markdown: MarkdownIt): void {
	markdown.renderer.rules["fence"] = (tokens, index, _options, environment) => {
		const token = tokens[index];
		if (token === undefined) return "";
		return renderFence(markdown.utils.unescapeAll(token.info), token, environment);
	};
	markdown.renderer.rules["code_block"] = (tokens, index) =>
		renderFigure(escapeText(tokens[index]?.content ?? ""), "", "");
}

function renderFence(info: string, token: Token, environment: BodyEnvironment | undefined): string {
	const { language, fileName, lines } = parseInfoString(info);
	if (language === "" && lines.size === 0) {
		return renderFigure(escapeText(token.content), language, fileName);
	}
	const gap = fillGapWith(environment, {
		kind: "code",
		language,
		markedLines: [...lines],
		line: lineOfToken(environment, token),
		text: token.content,
	});
	return renderFigure(gap, language, fileName);
}

function renderFigure(html: string, language: string, fileName: string): string {
	const languageClass = language === "" ? "" : ` class="language-${escapeAttribute(language)}"`;
	// A block that scrolls must take the focus, or the keyboard cannot scroll it.
	return `<figure class="code">${renderCaption(fileName, language)}<pre tabindex="0"><code${languageClass}>${html}</code></pre></figure>\n`;
}

function renderCaption(fileName: string, language: string): string {
	if (fileName === "" && language === "") return "";
	const file = fileName === "" ? "" : `<span class="code-file">${escapeText(fileName)}</span>`;
	const label = language === "" ? "" : `<span class="code-language">${escapeText(language)}</span>`;
	return `<figcaption>${file}${label}</figcaption>`;
}
