import type { MarkdownIt, Token } from "markdown-it";
import { escapeAttribute, escapeText } from "../../../../shared/document/html.ts";
import { type BodyEnvironment, lineOfToken, noteOnce, noteProblemAt } from "../body-notes.ts";
import { grammarOf, highlightCode } from "./highlight-code.ts";

/** Renders code blocks as figures: a caption with file name and language, and the highlighted code. */
export function codeBlocks(markdown: MarkdownIt): void {
	markdown.renderer.rules["fence"] = (tokens, index, _options, env) => {
		const token = tokens[index];
		if (token === undefined) return "";
		const info = markdown.utils.unescapeAll(token.info);
		checkInfo(info, token, env);
		return renderFence(info, token);
	};
	markdown.renderer.rules["code_block"] = (tokens, index) =>
		renderFigure(escapeText(tokens[index]?.content ?? ""), "", "");
}

/** Names of text without a grammar, and of code that another rule draws. */
const PLAIN =
	/^(?:text|txt|plain|plaintext|output|log|none|math|mermaid|ascii|tree|csv|env|dotenv|http|url|gitignore|raw|ansi)$/;

function checkInfo(info: string, token: Token, env: BodyEnvironment | undefined): void {
	const { language, lines } = parseInfoString(info);
	const count = token.content.split("\n").length - 1;
	const outside = [...lines].find((line) => line > count || line === 0);
	if (outside !== undefined) {
		const message = `Line ${outside} is to be marked, but the code block has ${count} lines`;
		noteProblemAt(env, token, message);
	}
	if (language === "" || PLAIN.test(language) || highlightCode("", language) !== undefined) return;
	const message = `Code has no colors, since its language "${language}" is not known`;
	noteOnce(env, message, lineOfToken(env, token));
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

/** Removes lines that start with `#`, which rustdoc and mdBook hide from readers, and unescapes `##`. */
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

const SHELLS = ["bash", "shell", "shellsession"];

function renderCaption(fileName: string, language: string): string {
	// Shell commands need no caption.
	if (fileName === "" && (language === "" || SHELLS.includes(grammarOf(language)))) return "";
	const file = fileName === "" ? "" : `<span class="code-file">${escapeText(fileName)}</span>`;
	const label = language === "" ? "" : `<span class="code-language">${escapeText(language)}</span>`;
	return `<figcaption>${file}${label}</figcaption>`;
}

/**
 * Wraps each line of highlighted code and marks some of them.
 *
 * A span of the highlighter may cover several lines. It is closed at the end of each line and
 * opened again on the next, so that the elements nest properly.
 *
 * @param html Text and `<span class="…">` only, as the highlighter writes it.
 * @param marks By line, counted from 1.
 * @param firstNumber Shown before the first line; absent: no line shows its number.
 */
export function markLines(
	html: string,
	marks: ReadonlyMap<number, LineMark>,
	firstNumber?: number,
): string {
	const open: string[] = [];
	const lines = html.replace(/\n$/, "").split("\n");
	const wrapped = lines.map((line, index) => {
		const number = firstNumber === undefined ? "" : ` data-line="${firstNumber + index}"`;
		return wrapLine(
			line,
			open,
			` class="${["line", marks.get(index + 1) ?? []].flat().join(" ")}"${number}`,
		);
	});
	return `${wrapped.join("\n")}\n`;
}

/** @param open The spans that are open where the line starts; changed to those at its end. */
function wrapLine(line: string, open: string[], attributes: string): string {
	const reopened = open.join("");
	for (const [tag] of line.matchAll(/<[^>]*>/g)) {
		if (tag === "</span>") open.pop();
		else open.push(tag);
	}
	const closed = "</span>".repeat(open.length);
	return `<span${attributes}>${reopened}${line}${closed}</span>`;
}

type LineMark = "marked" | "added" | "removed";

/** `// [!code ++]` at the end of a line, in the comments of most languages. */
const END_NOTE =
	/[ \t]{0,20}(?:\/\/|#|<!--|\/\*|--|;|%)[ \t]{0,5}\[!code ([\w+-]{1,20})(?::\d{1,4})?\][ \t]{0,5}(?:-->|\*\/)?[ \t]*$/;

/** `// highlight-next-line` on a line of its own, and `highlight-start` to `highlight-end`. */
const LINE_NOTE =
	/^[ \t]*(?:\/\/|#|<!--|\/\*|\{\/\*|--)[ \t]{0,5}highlight-(next-line|start|end)[ \t]{0,5}(?:-->|\*\/\}?)?[ \t]*$/;

/** Removes the line notes of VitePress and Docusaurus. `marks` are by line, counted from 1. */
function readLineNotes(source: string) {
	const marks = new Map<number, LineMark>();
	if (!/\[!code |highlight-/.test(source)) return { code: source, marks };
	const lines: string[] = [];
	let isMarking = false;
	let isNext = false;
	for (const line of source.split("\n")) {
		const note = LINE_NOTE.exec(line)?.[1];
		if (note === undefined) {
			const kind = END_NOTE.exec(line)?.[1];
			lines.push(kind === undefined ? line : line.replace(END_NOTE, ""));
			const mark = isMarking || isNext ? "marked" : markOf(kind);
			if (mark !== undefined) marks.set(lines.length, mark);
			isNext = false;
		} else if (note === "next-line") isNext = true;
		else isMarking = note === "start";
	}
	return { code: lines.join("\n"), marks };
}

function markOf(kind: string | undefined): LineMark | undefined {
	if (kind === undefined) return undefined;
	if (kind === "++") return "added";
	return kind === "--" ? "removed" : "marked";
}

/** Parsed info string of a code block. */
interface InfoString {
	/** In lower case; empty when none is named. */
	readonly language: string;
	/** Empty when none is named. */
	readonly fileName: string;
	/** Lines to mark, counted from 1. */
	readonly lines: ReadonlySet<number>;
	/** Number of the first line; absent: no line shows its number. */
	readonly firstNumber: number | undefined;
}

/** Read part of an info string: enough for a language, a file name and a list of lines. */
const MAX_CHARACTERS = 500;

/** Highest line that can be marked. No block for readers is longer. */
const MAX_LINE = 10_000;

/**
 * Parses an info string in the forms of several generators: `tsx filename=app.tsx lines=[1,3-4]`,
 * `js {1,3} title="app.js"`, `js:app.js`, `ts [app.ts]`.
 */
export function parseInfoString(info: string): InfoString {
	const text = info.trim().slice(0, MAX_CHARACTERS);
	const [first = "", ...rest] = text.split(/\s+/);
	// If an option comes first, no language is named.
	const named = /^[\w-]+=/.test(first) ? "" : first.replace(/[{[,].*$/, "");
	const [name = "", ...afterColon] = named.split(":");
	// `tsx src/main.tsx`: a word with a dot inside can only be a file.
	const bareFile = rest.find((word) => /^[\w./@-]+\.\w+$/.test(word)) ?? "";
	const options = text.slice(name.length);
	return {
		firstNumber: firstNumberOf(text),
		language: name.toLowerCase(),
		fileName: fileNameOf(options) || afterColon.join(":") || bareFile,
		lines: parseLines(linesOf(options)),
	};
}

/** Reads the number in the forms of VitePress, Material for MkDocs, Docusaurus and Hugo. */
function firstNumberOf(text: string): number | undefined {
	const [found, vitepress, material, start] =
		/:line-numbers(?:=(\d{1,5}))?|\blinenums=["']?(\d{1,5})|\bshowLineNumbers(?:=(?:\{?(\d{1,5})\}?))?(?!=)/.exec(
			text,
		) ?? [];
	if (found !== undefined) return Number(vitepress ?? material ?? start ?? 1);
	return /\bline(?:nos|numbers)=["']?(?:true|table|inline)/i.test(text)
		? Number(/\blinenostart=["']?(\d{1,5})/i.exec(text)?.[1] ?? 1)
		: undefined;
}

/** Material for MkDocs separates lines by spaces. */
function linesOf(options: string): string {
	const spaced = /\bhl_lines=["']([\d\s-]+)["']/.exec(options)?.[1];
	if (spaced !== undefined) return spaced.trim().replaceAll(/\s+/g, ",");
	return /(?:\blines?=\[?|\{)([\d,\s-]+)[\]}]?/.exec(options)?.[1] ?? "";
}

function fileNameOf(options: string): string {
	const match = /\b(?:filename|file|title)=(?:"([^"]*)"|'([^']*)'|(\S+))/.exec(options);
	const bracketed = /(?:^|\s)\[([^\]=]*\.[^\]=]*)\]/.exec(options);
	return match?.[1] ?? match?.[2] ?? match?.[3] ?? bracketed?.[1] ?? "";
}

function parseLines(list: string): Set<number> {
	const lines = new Set<number>();
	for (const range of list.split(",")) {
		const [, from, to] = /^\s*(\d+)(?:-(\d+))?\s*$/.exec(range) ?? [];
		if (from === undefined) continue;
		const last = Math.min(Number(to ?? from), MAX_LINE);
		for (let line = Number(from); line <= last; line++) lines.add(line);
	}
	return lines;
}
