import type { StateBlock } from "markdown-it";

/** Index at which the text of a line starts, after the indentation and marks of the blocks around it. */
export function startOfLine(state: StateBlock, line: number): number {
	return (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
}

/** The text of a line, without the indentation and marks of the blocks around it. */
export function lineOf(state: StateBlock, line: number): string {
	return state.src.slice(startOfLine(state, line), state.eMarks[line]);
}

/** Whether a line is indented code: by four spaces or more. */
export function isCode(state: StateBlock, line: number): boolean {
	return (state.sCount[line] ?? 0) - state.blkIndent >= 4;
}

/**
 * Parses lines as the content of a box.
 *
 * @param indent Indentation of the whole content, so that indented content does not count as code.
 */
export function parseInside(
	state: StateBlock,
	startLine: number,
	endLine: number,
	indent = state.blkIndent,
): void {
	const { parentType, lineMax, blkIndent } = state;
	state.parentType = "container";
	state.lineMax = endLine;
	state.blkIndent = indent;
	state.level += 1;
	state.md.block.tokenize(state, startLine, endLine);
	state.level -= 1;
	state.blkIndent = blkIndent;
	state.parentType = parentType;
	state.lineMax = lineMax;
}

/** @returns The fence of the code block that is open after a line, or `undefined`. */
export function fenceAfter(line: string, fence: string | undefined): string | undefined {
	if (fence === undefined) {
		// The info string after backticks contains no backtick.
		const [, backticks, tildes] = /^(?:(`{3,})[^`]*|(~{3,}).*)$/.exec(line) ?? [];
		return backticks ?? tildes;
	}
	// The end has at least as many of the same marks, and nothing after them.
	const marks = /^(?:`+|~+)(?=[ \t]*$)/.exec(line)?.[0];
	return marks?.startsWith(fence) === true ? undefined : fence;
}
