import type { MarkdownIt, Token } from "markdown-it";
import { escapeAttribute, escapeText } from "../../../shared/html.ts";
import { processorMs } from "../run-in-time.ts";
import { type BodyEnvironment, noteProblemAt, notesOf } from "./body-notes.ts";
import { highlightCode } from "./highlight-code.ts";
import { parseInfoString } from "./info-string.ts";
import { markLines } from "./mark-lines.ts";

/**
 * Renders code blocks as figures: a caption with the name of the file and of the language,
 * and the code, highlighted by classes.
 */
export function codeBlocks(markdown: MarkdownIt): void {
	markdown.renderer.rules["fence"] = (tokens, index, _options, environment) => {
		const token = tokens[index];
		if (token === undefined) return "";
		return renderCode(markdown.utils.unescapeAll(token.info), token, environment);
	};
	markdown.renderer.rules["code_block"] = (tokens, index) =>
		renderFigure(escapeText(tokens[index]?.content ?? ""), "", "");
}

function renderCode(info: string, token: Token, environment: BodyEnvironment | undefined): string {
	const { language, fileName, lines } = parseInfoString(info);
	const html = highlight(language, token, environment) ?? escapeText(token.content);
	return renderFigure(lines.size === 0 ? html : markLines(html, lines), language, fileName);
}

/** @returns `undefined` when the code is shown plain: the language is unknown, or it would take too long. */
function highlight(
	language: string,
	token: Token,
	environment: BodyEnvironment | undefined,
): string | undefined {
	const notes = notesOf(environment);
	if (language === "" || notes.highlightingMs === undefined) return undefined;
	const startedMs = processorMs();
	const outcome = highlightCode(token.content, language, Math.max(1, notes.highlightingMs));
	notes.highlightingMs -= processorMs() - startedMs;
	if (outcome.kind === "stopped" || notes.highlightingMs <= 0) {
		notes.highlightingMs = undefined;
		noteProblemAt(environment, token, TOO_LONG);
	}
	return outcome.kind === "highlighted" ? outcome.html : undefined;
}

const TOO_LONG =
	"Code of a page must not take so long to highlight: it is shown plain from here on";

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
