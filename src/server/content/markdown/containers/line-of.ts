import type { StateBlock } from "markdown-it";

/** Where a line starts, behind what the blocks around it take. */
export function startOfLine(state: StateBlock, line: number): number {
	return (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
}

/** The text of a line, without what the blocks around it take. */
export function lineOf(state: StateBlock, line: number): string {
	return state.src.slice(startOfLine(state, line), state.eMarks[line]);
}
