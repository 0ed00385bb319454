import type { MarkdownIt, StateBlock, Token } from "markdown-it";
import { notesOf } from "../body-notes.ts";
import { type Callout, closeCallout, matchCallout, openCallout } from "./callout.ts";
import { parseContainerEnd, parseContainerMarker } from "./container-marker.ts";
import { closeFlagBlock, openFlagBlock, parseFlagMarker } from "./flag-block.ts";

/** Boxes between lines of colons, as Docusaurus and VitePress have them, and parts for some visitors. */
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
	const { name, colons } = opening;
	const end = findEnd(state, { startLine, endLine, colons });
	if (!end.isClosed) {
		const closing = ":".repeat(Math.min(colons, 3));
		noteProblem(state, startLine, `Container "${name}" must end with a line of "${closing}"`);
	}
	if (opening.kind === "container") {
		state.tokens.push(...opening.open(state, startLine));
		parseInside(state, startLine + 1, end.line);
		state.tokens.push(opening.close(state));
	}
	state.line = end.isClosed ? end.line + 1 : end.line;
	return true;
}

type Opening = LeftOut | Container;

/** It is not clear which visitors the part is for, so it is shown to none. */
interface LeftOut extends ContainerStart {
	readonly kind: "left out";
}

interface Container extends ContainerStart {
	readonly kind: "container";
	readonly open: (state: StateBlock, line: number) => readonly Token[];
	readonly close: (state: StateBlock) => Token;
}

interface ContainerStart {
	readonly name: string;
	readonly colons: number;
}

function readOpening(state: StateBlock, line: number): Opening | undefined {
	// Four spaces make code of it.
	if ((state.sCount[line] ?? 0) - state.blkIndent >= 4) return undefined;
	const text = lineOf(state, line);
	return readFlagBlock(state, line, text) ?? readCallout(state, line, text);
}

function readFlagBlock(state: StateBlock, line: number, text: string): Opening | undefined {
	const marker = parseFlagMarker(text);
	if (marker === undefined) return undefined;
	const { colons, condition } = marker;
	if (condition === undefined) {
		noteProblem(state, line, `${FLAG_RULE}: current value is "${text.slice(0, 100)}"`);
		return { kind: "left out", name: "flag", colons };
	}
	return {
		kind: "container",
		name: "flag",
		colons,
		open: () => [openFlagBlock(condition, state)],
		close: closeFlagBlock,
	};
}

const FLAG_RULE =
	"A part for visitors with a flag must start like ::flag{key} or ::flag{key variant=name}, with names of letters, digits and . _ -, and is left out";

function readCallout(state: StateBlock, line: number, text: string): Opening | undefined {
	const marker = parseContainerMarker(text);
	if (marker === undefined) return undefined;
	const callout = matchCallout(marker.name, marker.title);
	if (callout !== undefined) return calloutContainer(callout, marker.colons);
	noteProblem(state, line, `Container "${marker.name}" is not known: it is shown as text`);
	return undefined;
}

function calloutContainer(callout: Callout, colons: number): Container {
	return {
		kind: "container",
		name: callout.kind,
		colons,
		open: (state, line) => openCallout(callout, state, line),
		close: (state) => closeCallout(callout, state),
	};
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
	let fence: string | undefined;
	for (let line = startLine + 1; line < endLine; line++) {
		// The list item that the container stands in ends here.
		if (!state.isEmpty(line) && (state.sCount[line] ?? 0) < state.blkIndent) {
			return { line, isClosed: false };
		}
		const text = lineOf(state, line);
		if (fence === undefined) depth += depthChange(text, colons);
		fence = fenceAfter(text, fence);
		if (depth === 0) return { line, isClosed: true };
	}
	return { line: endLine, isClosed: false };
}

/** @returns The marks of the code block that is open after a line. */
function fenceAfter(line: string, fence: string | undefined): string | undefined {
	if (fence === undefined) return openingFence(line);
	return endsFence(line, fence) ? undefined : fence;
}

/** @returns The marks with which a code block starts; what follows backticks holds no other backtick. */
function openingFence(line: string): string | undefined {
	return /^(?:(`{3,})[^`]*|(~{3,}).*)$/
		.exec(line)
		?.slice(1)
		.find((marks) => marks !== undefined);
}

/** As many of the same marks, or more, and nothing behind them. */
function endsFence(line: string, fence: string): boolean {
	const marks = /^(?:`+|~+)(?=[ \t]*$)/.exec(line)?.[0];
	return marks?.startsWith(fence) === true;
}

/** A box of fewer colons belongs inside, with its own end. */
function depthChange(line: string, colons: number): number {
	if (!line.startsWith("::")) return 0;
	if ((parseContainerEnd(line) ?? 0) >= colons) return -1;
	const inner = parseFlagMarker(line) ?? parseContainerMarker(line);
	return (inner?.colons ?? 0) >= colons ? 1 : 0;
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
