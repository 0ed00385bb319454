import type { MarkdownIt, StateBlock, StateInline } from "markdown-it";
import { notesOf } from "../../markdown/body-notes.ts";
import { readLiteral } from "../../markdown/boxes/read-props.ts";
import { pushProblem } from "../../markdown/boxes/unknown-component.ts";
import { lineOf } from "../../markdown/lines.ts";
import { addBlock, type WriteBlock } from "../../markdown/rules.ts";

const BRACE = 0x7b;

const PERCENT = 0x25;

/** Of an expression, in the sentence about it. */
const MAX_SHOWN = 100;

/** Longer ones are text: a hostile page must not make every brace a long search. */
const MAX_CHARACTERS = 1000;

/**
 * Expressions of MDX (`{1 + 1}`), Vue, Liquid and Go templates (`{{ version }}`, `{% if x %}`): a plain
 * text or number is shown; of everything else, which would have to be run, nothing is left but a problem.
 */
export function expressions(markdown: MarkdownIt): void {
	addBlock(markdown, "expression_comment", readComment, { interrupts: ["paragraph"] });
	markdown.inline.ruler.before("emphasis", "expression", parseExpression);
}

/** A comment of MDX or Liquid on lines of its own. */
function readComment(state: StateBlock, line: number, endLine: number): WriteBlock | undefined {
	const text = lineOf(state, line);
	const mark = COMMENTS.find(({ open }) => open.test(text));
	if (mark === undefined || (mark.isMdx && !notesOf(state.env).isMdx)) return undefined;
	const limit = Math.min(endLine, line + MAX_COMMENT_LINES);
	for (let last = line; last < limit; last++) {
		if (mark.close.test(lineOf(state, last))) return () => last + 1;
	}
	return undefined;
}

const COMMENTS = [
	{ open: /^\{\/\*/, close: /\*\/\}\s*$/, isMdx: true },
	{ open: /^\{%-?\s*comment\s*-?%\}/, close: /\{%-?\s*endcomment\s*-?%\}\s*$/, isMdx: false },
	{ open: /^\{\{[<%]?\s*\/\*/, close: /\*\/\s*[>%]?\}\}\s*$/, isMdx: false },
] as const;

/** Longer comments are rare, and a page may be full of such beginnings. */
const MAX_COMMENT_LINES = 200;

function parseExpression(state: StateInline, silent: boolean): boolean {
	const { src, pos } = state;
	if (src.charCodeAt(pos) !== BRACE) return false;
	const next = src.charCodeAt(pos + 1);
	const closing = next === BRACE ? "}}" : next === PERCENT ? "%}" : "}";
	if (closing === "}" && !notesOf(state.env).isMdx) return false;
	const end = src.slice(pos, pos + MAX_CHARACTERS).indexOf(closing, 1);
	if (end === -1) return false;
	const text = src.slice(pos + closing.length, pos + end);
	if (!silent) {
		const literal = readLiteral(text);
		if (literal !== undefined) state.push("text", "", 0).content = literal;
		else if (!/^\s*(?:\/\*|$)/.test(text)) {
			const shown = src.slice(pos, pos + end + closing.length).slice(0, MAX_SHOWN);
			pushProblem(state, `"${shown}" is left out: nothing in a page is run`);
		}
	}
	state.pos += end + closing.length;
	return true;
}
