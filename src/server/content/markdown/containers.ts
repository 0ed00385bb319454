import type { MarkdownIt, StateBlock } from "markdown-it";
import { notesOf } from "./body-notes.ts";
import { type Callout, closeCallout, matchCallout, openCallout } from "./callout.ts";
import { parseContainerEnd, parseContainerMarker } from "./container-marker.ts";

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
	if (!end.isClosed) {
		const { kind } = opening.callout;
		noteProblem(state, startLine, `Container "${kind}" must end with a line of ":::"`);
	}
	state.tokens.push(...openCallout(opening.callout, state, startLine));
	parseInside(state, startLine + 1, end.line);
	state.tokens.push(closeCallout(opening.callout, state));
	state.line = end.isClosed ? end.line + 1 : end.line;
	return true;
}

interface Opening {
	readonly colons: number;
	readonly callout: Callout;
}

function readOpening(state: StateBlock, line: number): Opening | undefined {
	// Four spaces make code of it.
	if ((state.sCount[line] ?? 0) - state.blkIndent >= 4) return undefined;
	const marker = parseContainerMarker(lineOf(state, line));
	if (marker === undefined) return undefined;
	const callout = matchCallout(marker.name, marker.title);
	if (callout !== undefined) return { colons: marker.colons, callout };
	noteProblem(state, line, `Container "${marker.name}" is not known: it is shown as text`);
	return undefined;
}

interface ContainerEnd {
	/** The line of the closing colons, or the first line behind the container. */
	readonly line: number;
	readonly isClosed: boolean;
}

function findEnd(
	state: StateBlock,
	{ startLine, endLine, colons }: { startLine: number; endLine: number; colons: number },
): ContainerEnd {
	let depth = 1;
	let isCode = false;
	for (let line = startLine + 1; line < endLine; line++) {
		// The list item that the container stands in ends here.
		if (!state.isEmpty(line) && (state.sCount[line] ?? 0) < state.blkIndent) {
			return { line, isClosed: false };
		}
		const text = lineOf(state, line);
		if (CODE_FENCE.test(text)) isCode = !isCode;
		if (!isCode) depth += depthChange(text, colons);
		if (depth === 0) return { line, isClosed: true };
	}
	return { line: endLine, isClosed: false };
}

/** A box of fewer colons belongs inside, with its own end. */
function depthChange(line: string, colons: number): number {
	if (!line.startsWith(":::")) return 0;
	if ((parseContainerEnd(line) ?? 0) >= colons) return -1;
	return (parseContainerMarker(line)?.colons ?? 0) >= colons ? 1 : 0;
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
