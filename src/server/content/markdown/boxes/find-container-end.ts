import type { StateBlock } from "markdown-it";
import { notesOf } from "../body-notes.ts";
import { fenceAfter, lineOf } from "../lines.ts";
import { parseFlagMarker } from "./flag-block.ts";

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
	if ((END.exec(line)?.[1]?.length ?? 0) >= colons) return -1;
	const inner = parseFlagMarker(line) ?? parseContainerMarker(line);
	return (inner?.colons ?? 0) >= colons ? 1 : 0;
}

/** The line with which a container starts. */
export interface ContainerMarker {
	readonly colons: number;
	readonly name: string;
	/** Inline Markdown; may be empty. */
	readonly title: string;
	/** What stands between braces at the end of the line. */
	readonly attributes: string;
}

const START = /^(?:(:{3,})[ \t]*|(::))([a-z][\w-]*)(.*)$/i;

const END = /^(:{2,})[ \t]*$/;

/**
 * Reads `:::note`, `::: note`, `:::note[Title]`, `:::note Title` or `::card{title="A"}`, with
 * perhaps attributes in braces behind it. Two colons leave no room for a space or a bare title.
 *
 * It is cut up by hand: the one pattern for all of it tries every way to divide a long run
 * of spaces.
 */
export function parseContainerMarker(line: string): ContainerMarker | undefined {
	const [, many, two, name = "", rest = ""] = START.exec(line) ?? [];
	const colons = many?.length ?? two?.length ?? 0;
	if (colons === 0) return undefined;
	const { text, attributes } = cutAttributes(rest);
	if (text.startsWith("[") && text.endsWith("]")) {
		return { colons, name, title: text.slice(1, -1), attributes };
	}
	const isTitle = colons > 2 && /^[ \t]/.test(text);
	return text === "" || isTitle ? { colons, name, title: text.trim(), attributes } : undefined;
}

function cutAttributes(text: string): { readonly text: string; readonly attributes: string } {
	const trimmed = text.trimEnd();
	const brace = trimmed.endsWith("}") ? trimmed.lastIndexOf("{") : -1;
	if (brace === -1) return { text: trimmed, attributes: "" };
	return { text: trimmed.slice(0, brace).trimEnd(), attributes: trimmed.slice(brace + 1, -1) };
}
