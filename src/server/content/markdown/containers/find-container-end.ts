import type { StateBlock } from "markdown-it";
import { notesOf } from "../body-notes.ts";
import { parseContainerEnd, parseContainerMarker } from "./container-marker.ts";
import { fenceAfter } from "./fence-after.ts";
import { parseFlagMarker } from "./flag-block.ts";
import { lineOf } from "./line-of.ts";

/** Where a container may be, and how many colons begin it. */
export interface ContainerLines {
	readonly startLine: number;
	readonly endLine: number;
	readonly colons: number;
}

export interface ContainerEnd {
	/** The line of the closing colons, or the first line behind the container. */
	readonly line: number;
	readonly isClosed: boolean;
}

/** Finds the line of colons that ends a container. */
export function findContainerEnd(
	state: StateBlock,
	{ startLine, endLine, colons }: ContainerLines,
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

/** So many components of a page may be looked through to its end for nothing. */
const MAX_FAILED_SEARCHES = 20;

/** Then only so many lines, so that a page full of components without an inside is read in time. */
const MAX_LINES_AFTER = 60;

/** Unlike a box, a component may have no end at all. */
export function findComponentEnd(state: StateBlock, lines: ContainerLines): ContainerEnd {
	const notes = notesOf(state.env);
	const isLimited = notes.failedSearches >= MAX_FAILED_SEARCHES;
	const limit = isLimited ? lines.startLine + MAX_LINES_AFTER : lines.endLine;
	const end = findContainerEnd(state, { ...lines, endLine: Math.min(limit, lines.endLine) });
	if (!end.isClosed) notes.failedSearches += 1;
	return end;
}

/** A box of fewer colons belongs inside, with its own end. */
function depthChange(line: string, colons: number): number {
	if (!line.startsWith("::")) return 0;
	if ((parseContainerEnd(line) ?? 0) >= colons) return -1;
	const inner = parseFlagMarker(line) ?? parseContainerMarker(line);
	return (inner?.colons ?? 0) >= colons ? 1 : 0;
}
