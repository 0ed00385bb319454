import type { StateBlock } from "markdown-it";

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
