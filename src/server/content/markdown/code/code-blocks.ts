import type { MarkdownIt, Token } from "markdown-it";
import { escapeAttribute, escapeText } from "../../../../shared/document/html.ts";
import { highlightCode } from "./highlight-code.ts";
import { parseInfoString } from "./info-string.ts";
import { type LineMark, markLines, readLineNotes } from "./mark-lines.ts";

/** Renders code blocks as figures: a caption with the names of the file and the language, and the highlighted code. */
export function codeBlocks(markdown: MarkdownIt): void {
	markdown.renderer.rules["fence"] = (tokens, index) => {
		const token = tokens[index];
		return token === undefined ? "" : renderFence(markdown.utils.unescapeAll(token.info), token);
	};
	markdown.renderer.rules["code_block"] = (tokens, index) =>
		renderFigure(escapeText(tokens[index]?.content ?? ""), "", "");
}

function renderFence(info: string, { content }: Token): string {
	const { language, fileName, lines, firstNumber } = parseInfoString(info);
	const { code, marks } = readLineNotes(language === "rust" ? shownRust(content) : content);
	const html = highlightCode(code, language) ?? escapeText(code);
	const allMarks = new Map<number, LineMark>(marks);
	for (const line of lines) if (!allMarks.has(line)) allMarks.set(line, "marked");
	const isPlain = allMarks.size === 0 && firstNumber === undefined;
	return renderFigure(isPlain ? html : markLines(html, allMarks, firstNumber), language, fileName);
}

/** Lines of examples that only the compiler needs, as rustdoc and mdBook mark them. */
function shownRust(code: string): string {
	if (!/^[ \t]*#(?:#|[ \t]|$)/m.test(code)) return code;
	const lines = code.split("\n").filter((line) => !/^[ \t]*#(?:[ \t]|$)/.test(line));
	return lines.map((line) => line.replace(/^([ \t]*)##/, "$1#")).join("\n");
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
