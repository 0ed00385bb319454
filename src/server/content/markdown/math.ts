import { createRequire } from "node:module";
import type Katex from "katex";
import { LRUCache } from "lru-cache";
import type { MarkdownIt, StateBlock, StateInline, Token } from "markdown-it";
import { escapeText } from "../../../shared/document/html.ts";
import { lineOfToken, noteOnce, notesOf } from "./body-notes.ts";
import { lineOf } from "./lines.ts";
import { addBlock, type WriteBlock } from "./rules.ts";

const DOLLAR = 0x24;

/** Maximum characters of an inline formula: bounds the search in a text full of dollars. */
const MAX_INLINE = 500;

const MAX_LINES = 100;

/** Maximum formulas of a page. No page of a textbook has more. */
const MAX_FORMULAS = 2000;

/**
 * Formulas in TeX: `$x$` and `$$x$$` in a line, `$$` … `$$` or `\[` … `\]` on lines of their own, and
 * code blocks of the language `math`. Dollars are prices if a space precedes the second one, or a
 * digit follows it.
 */
export function math(markdown: MarkdownIt): void {
	addBlock(markdown, "math_block", readMathBlock);
	markdown.inline.ruler.before("escape", "math", parseInline);
	markdown.core.ruler.after("block", "math_fences", ({ tokens }) => {
		for (const token of tokens) {
			if (token.type === "fence" && token.info.trim() === "math") {
				token.type = "math";
				token.markup = "$$";
			}
		}
	});
	markdown.renderer.rules["math"] = (tokens, index, _options, env) => {
		const token = tokens[index] as Token;
		const notes = notesOf(env);
		notes.formulas += 1;
		const tex = token.content.trim();
		const html =
			notes.formulas > MAX_FORMULAS ? undefined : renderFormula(tex, token.markup === "$$");
		if (html !== undefined)
			return token.block ? `<div class="math" tabindex="0">${html}</div>\n` : html;
		const message = "A formula is shown as text: KaTeX cannot parse it";
		noteOnce(env, message, lineOfToken(env, token));
		const text = `<code>${escapeText(tex)}</code>`;
		return token.block ? `<p>${text}</p>\n` : text;
	};
}

function readMathBlock(state: StateBlock, line: number, endLine: number): WriteBlock | undefined {
	const first = lineOf(state, line);
	const limit = Math.min(endLine, line + MAX_LINES);
	const last = first.startsWith("$$")
		? findEnd(state, line, limit)
		: first.trimEnd() === "\\["
			? findBracket(state, line, limit)
			: undefined;
	if (last === undefined) return undefined;
	return () => {
		const lines = state.getLines(line, last + 1, state.blkIndent, false);
		const token = state.push("math", "", 0);
		token.markup = "$$";
		token.content = lines.trim().slice(2, -2);
		token.map = [line, last + 1];
		return last + 1;
	};
}

/** @returns The line that ends with `$$`. A formula with text after it is part of a sentence, not a block. */
function findEnd(state: StateBlock, line: number, endLine: number): number | undefined {
	for (let next = line; next < endLine; next += 1) {
		const text = lineOf(state, next).trimEnd();
		if (text.endsWith("$$") && (next > line || text.length > 4)) {
			return next === line && text.indexOf("$$", 2) !== text.length - 2 ? undefined : next;
		}
	}
	return undefined;
}

/** `\[` and `\]` must have their own lines: inside a line, they may be escaped brackets. */
function findBracket(state: StateBlock, line: number, endLine: number): number | undefined {
	for (let next = line + 1; next < endLine; next += 1) {
		const text = lineOf(state, next).trim();
		if (text === "") return undefined;
		if (text === "\\]") return next;
	}
	return undefined;
}

function parseInline(state: StateInline, silent: boolean): boolean {
	const { src, pos } = state;
	if (src.charCodeAt(pos) !== DOLLAR) return false;
	const marks = src.charCodeAt(pos + 1) === DOLLAR ? "$$" : "$";
	const start = pos + marks.length;
	if (
		/[\w$\\]/.test(src[pos - 1] ?? "") ||
		/^(?:\s|$|\d[\d.,]*\s+[A-Za-z])/.test(src.slice(start, start + 40))
	)
		return false;
	const end = src.slice(start, start + MAX_INLINE).indexOf(marks);
	if (end < 1) return false;
	const text = src.slice(start, start + end);
	const after = src[start + end + marks.length] ?? "";
	// Shell variables and prices have dollars too.
	if (/[\s\\]$|`|\n\s*\n/.test(text) || /[\w$]/.test(after)) return false;
	if (!silent) {
		const token = state.push("math", "", 0);
		token.content = text;
		token.markup = marks;
	}
	state.pos = start + end + marks.length;
	return true;
}

const require = createRequire(import.meta.url);

/** Longer formulas are not rendered; formulas for readers are shorter. */
const MAX_CHARACTERS = 2000;

/** MathML by formula: pages repeat formulas, and each takes a millisecond to render. */
const known = new LRUCache<string, string>({ max: 500 });

/**
 * Renders a formula as MathML, which browsers support natively. The first formula loads the library.
 *
 * @returns `undefined` for invalid TeX, or a formula that is too long.
 */
function renderFormula(tex: string, isBlock: boolean): string | undefined {
	if (tex.length > MAX_CHARACTERS) return undefined;
	const key = `${isBlock} ${tex}`;
	const html = known.get(key) ?? typeset(tex, isBlock);
	known.set(key, html);
	return html;
}

function typeset(tex: string, isBlock: boolean): string | undefined {
	// `require` loads the CommonJS build, whose only export is the library.
	const katex = require("katex") as typeof Katex;
	try {
		const html = katex.renderToString(tex, {
			output: "mathml",
			displayMode: isBlock,
			strict: "ignore",
			trust: false,
			maxSize: 50,
			maxExpand: 200,
		});
		const math = /<math.*<\/math>/s.exec(html)?.[0];
		// The policy of pages forbids styles, and screen readers would read the TeX source as well.
		return math
			?.replace(/<annotation\b.*?<\/annotation>/s, "")
			.replace(/<\/?semantics>/g, "")
			.replaceAll(/ style="[^"]*"/g, "");
	} catch {
		// Invalid TeX, or TeX beyond the limits above: it is shown as text.
		return undefined;
	}
}
