import type { StateBlock } from "markdown-it";

/** Where a line starts, behind what the blocks around it take. */
export function startOfLine(state: StateBlock, line: number): number {
	return (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
}

/** The text of a line, without what the blocks around it take. */
export function lineOf(state: StateBlock, line: number): string {
	return state.src.slice(startOfLine(state, line), state.eMarks[line]);
}

/** Whether four spaces make code of a line. */
export function isCode(state: StateBlock, line: number): boolean {
	return (state.sCount[line] ?? 0) - state.blkIndent >= 4;
}

/**
 * Parses some lines as the inside of a box.
 *
 * @param indent How far the inside is set in as a whole, so that its first column is not taken for code.
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

/** @returns The marks of the code block that is open after a line. */
export function fenceAfter(line: string, fence: string | undefined): string | undefined {
	if (fence === undefined) {
		// What follows backticks holds no other backtick.
		const [, backticks, tildes] = /^(?:(`{3,})[^`]*|(~{3,}).*)$/.exec(line) ?? [];
		return backticks ?? tildes;
	}
	// As many of the same marks, or more, and nothing behind them.
	const marks = /^(?:`+|~+)(?=[ \t]*$)/.exec(line)?.[0];
	return marks?.startsWith(fence) === true ? undefined : fence;
}
