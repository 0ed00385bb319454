import type { StateBlock } from "markdown-it";

/** The text of a line, without what the blocks around it take. */
export function lineOf(state: StateBlock, line: number): string {
	return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
}
