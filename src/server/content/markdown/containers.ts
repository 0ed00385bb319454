import type { MarkdownIt, StateBlock } from "markdown-it";
import { notesOf } from "./body-notes.ts";
import { type Callout, closeCallout, matchCallout, openCallout } from "./callout.ts";

/** `:::note`, `:::note[Title]`, `:::note Title`, `::: note`, with three colons or more. */
const OPENING = /^(:{3,})[ \t]*([a-z]+)(?:\[([^\]]*)\]|[ \t]+([^{]*))?(?:\{[^}]*\})?[ \t]*$/i;

const CLOSING = /^:{3,}[ \t]*$/;

const CODE_FENCE = /^(?:`{3,}|~{3,})/;

/** Boxes between lines of colons, as Docusaurus and VitePress have them. */
export function containers(markdown: MarkdownIt): void {
	markdown.block.ruler.before("fence", "container", parseContainer, {
		alt: ["paragraph", "reference", "blockquote", "list"],
	});
}

function parseContainer(
	state: StateBlock,
	startLine: number,
	endLine: number,
	silent: boolean,
): boolean {
	const opening = readOpening(state, startLine);
	if (opening === undefined) return false;
	if (silent) return true;
	const end = findEnd(state, { startLine, endLine, colons: opening.colons });
	if (end === endLine) {
		noteProblem(
			state,
			startLine,
			`Container "${opening.callout.kind}" must end with a line of ":::"`,
		);
	}
	state.tokens.push(...openCallout(opening.callout, state, startLine));
	parseInside(state, startLine + 1, end);
	state.tokens.push(closeCallout(opening.callout, state));
	state.line = Math.min(end + 1, endLine);
	return true;
}

interface Opening {
	readonly colons: number;
	readonly callout: Callout;
}

function readOpening(state: StateBlock, line: number): Opening | undefined {
	// Four spaces make code of it.
	if ((state.sCount[line] ?? 0) - state.blkIndent >= 4) return undefined;
	const match = OPENING.exec(lineOf(state, line));
	if (match === null) return undefined;
	const [, colons = "", name = "", bracketed, plain] = match;
	const callout = matchCallout(name, bracketed ?? plain ?? "");
	if (callout !== undefined) return { colons: colons.length, callout };
	noteProblem(state, line, `Container "${name}" is not known: it is shown as text`);
	return undefined;
}

/** @returns The line of the closing colons, or `endLine` when there is none. */
function findEnd(
	state: StateBlock,
	{ startLine, endLine, colons }: { startLine: number; endLine: number; colons: number },
): number {
	let depth = 1;
	let isCode = false;
	for (let line = startLine + 1; line < endLine; line++) {
		const text = lineOf(state, line);
		if (CODE_FENCE.test(text)) isCode = !isCode;
		if (isCode || !text.startsWith(":::")) continue;
		// A box of fewer colons belongs inside, with its own end.
		if ((/^:+/.exec(text)?.[0].length ?? 0) < colons) continue;
		if (CLOSING.test(text)) depth -= 1;
		else if (OPENING.test(text)) depth += 1;
		if (depth === 0) return line;
	}
	return endLine;
}

function parseInside(state: StateBlock, startLine: number, endLine: number): void {
	const { parentType, lineMax } = state;
	state.parentType = "container";
	state.lineMax = endLine;
	state.level += 1;
	state.md.block.tokenize(state, startLine, endLine);
	state.level -= 1;
	state.parentType = parentType;
	state.lineMax = lineMax;
}

function lineOf(state: StateBlock, line: number): string {
	return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
}

function noteProblem(state: StateBlock, line: number, message: string): void {
	const { problems, firstLine, reportedLines } = notesOf(state.env);
	// The parser asks several times whether a line starts a block.
	if (reportedLines.has(line)) return;
	reportedLines.add(line);
	problems.push({ line: line + firstLine, message });
}
