import type { StateBlock } from "markdown-it";
import { findOnce, noteOnce, notesOf, noteUnknown } from "../../markdown/body-notes.ts";
import { isInline, meaningOf } from "../../markdown/directives/vocabulary.ts";
import { writeComponent } from "../../markdown/directives/write-component.ts";
import { parseInside, startOfLine } from "../../markdown/lines.ts";
import type { WriteBlock } from "../../markdown/rules.ts";
import { type PairedTag, pairTags, readTag } from "./pair-tags.ts";

/** Reads components on separate lines, as in MDX and Vue. */
export function readTagBlock(
	state: StateBlock,
	line: number,
	endLine: number,
	silent: boolean,
): WriteBlock | undefined {
	const start = startOfLine(state, line);
	if (!/^<\/?[A-Z]/.test(state.src.slice(start, start + 3))) return undefined;
	const tag = tagAt(state, start);
	if (tag === undefined) {
		return !silent && isStrayEnd(state, line) ? () => line + 1 : undefined;
	}
	if (silent) return isBox(state, tag) && isAlone(state, tag, line) ? () => line : undefined;
	const row = rowOf(state, tag, { line, endLine });
	if (row === undefined) return undefined;
	return () => {
		for (const placed of row) writePlaced(state, placed);
		return (row.at(-1)?.lastLine ?? line) + 1;
	};
}

interface PlacedTag {
	readonly tag: PairedTag;
	/** The closing tag, or the tag itself. */
	readonly last: { readonly start: number; readonly end: number };
	readonly line: number;
	readonly lastLine: number;
}

/** @returns Consecutive components; `undefined` if other content is beside them. */
function rowOf(
	state: StateBlock,
	first: PairedTag,
	{ line, endLine }: { readonly line: number; readonly endLine: number },
): readonly PlacedTag[] | undefined {
	const blockEnd = state.eMarks[endLine - 1] ?? 0;
	const row: PlacedTag[] = [];
	for (let tag: PairedTag | undefined = first; tag !== undefined; ) {
		const last = tag.closing !== undefined && tag.closing.end <= blockEnd ? tag.closing : tag;
		const lastLine = lineOf(state, last.end, line);
		row.push({ tag, last, line: lineOf(state, tag.start, line), lastLine });
		if (isBlankAfter(state, last.end, lastLine)) {
			return row.length === 1 || row.every((placed) => isBox(state, placed.tag)) ? row : undefined;
		}
		const spaces =
			/^[ \t]*/.exec(state.src.slice(last.end, state.eMarks[lastLine]))?.[0].length ?? 0;
		tag = tagAt(state, last.end + spaces);
	}
	return undefined;
}

/** Whether the component is known and not inline. */
function isBox({ env }: StateBlock, tag: PairedTag): boolean {
	const meaning = meaningOf(tag, env);
	return meaning !== undefined && !isInline(meaning);
}

function writePlaced(state: StateBlock, { tag, last, line, lastLine }: PlacedTag): void {
	// The content of the previous component has advanced it.
	state.line = line;
	const meaning = meaningOf(tag, state.env);
	if (meaning === undefined) noteUnknown(state, `Component "${tag.name}"`, line);
	const closing = { line: lastLine, start: last.start };
	if (meaning !== undefined && tag.kind === "open" && last === tag) {
		const message = `Component "${tag.name}" has no end: add "</${tag.name}>", or write "<${tag.name} />"`;
		noteOnce(state.env, message, line + notesOf(state.env).firstLine);
	}
	const parseChildren = last === tag ? undefined : () => parseBetween(state, tag, closing);
	writeComponent(meaning ?? { kind: "children" }, { state, line }, parseChildren);
}

function tagAt(state: StateBlock, start: number): PairedTag | undefined {
	return findOnce(state, pairTags).get(start);
}

/** Whether a line has only a closing tag. Without an opening tag, the line is ignored. */
function isStrayEnd(state: StateBlock, line: number): boolean {
	const tag = readTag(state.src, startOfLine(state, line));
	return tag?.kind === "close" && isBlankAfter(state, tag.end, line);
}

/** Parses the lines between two tags, including text beside the tags. */
function parseBetween(
	state: StateBlock,
	tag: PairedTag,
	closing: { readonly line: number; readonly start: number },
): void {
	const openLine = lineOf(state, tag.end, state.line);
	const isOpenLineUsed = !isBlankAfter(state, tag.end, openLine, closing.start);
	const isCloseLineUsed =
		closing.line > openLine && startOfLine(state, closing.line) < closing.start;
	const from = isOpenLineUsed ? openLine : openLine + 1;
	const to = isCloseLineUsed || closing.line === openLine ? closing.line + 1 : closing.line;
	if (from >= to) return;
	withLineCut(state, openLine, { start: isOpenLineUsed ? tag.end : undefined }, () => {
		withLineCut(state, closing.line, { end: closing.start }, () => {
			parseInside(state, from, to, indentOf(state, from, to));
		});
	});
}

/** Limits the parser to a part of one line while `run` runs. */
function withLineCut(
	state: StateBlock,
	line: number,
	{ start, end }: { readonly start?: number | undefined; readonly end?: number },
	run: () => void,
): void {
	const { bMarks, eMarks, tShift, sCount } = state;
	const all = [bMarks, eMarks, tShift, sCount];
	const kept = all.map((list) => list[line] ?? 0);
	if (start !== undefined) {
		bMarks[line] = start;
		tShift[line] = /^[ \t]*/.exec(state.src.slice(start, eMarks[line]))?.[0].length ?? 0;
		sCount[line] = state.blkIndent;
	}
	if (end !== undefined) eMarks[line] = end;
	run();
	for (const [index, list] of all.entries()) list[line] = kept[index] ?? 0;
}

/** Common indentation of the lines. */
function indentOf(state: StateBlock, from: number, to: number): number {
	let indent = Number.POSITIVE_INFINITY;
	for (let line = from; line < to; line++) {
		if (!state.isEmpty(line)) indent = Math.min(indent, state.sCount[line] ?? 0);
	}
	return Number.isFinite(indent) ? Math.max(indent, 0) : state.blkIndent;
}

function isAlone(state: StateBlock, tag: PairedTag, line: number): boolean {
	const { end } = tag.closing ?? tag;
	return isBlankAfter(state, end, lineOf(state, end, line)) || isBlankAfter(state, tag.end, line);
}

function isBlankAfter(
	state: StateBlock,
	position: number,
	line: number,
	limit = state.eMarks[line],
): boolean {
	return state.src.slice(position, Math.min(limit ?? 0, state.eMarks[line] ?? 0)).trim() === "";
}

/** @returns The line of a position in the source. */
function lineOf(state: StateBlock, position: number, from: number): number {
	let line = from;
	while (line < state.lineMax - 1 && (state.eMarks[line] ?? 0) < position) line += 1;
	return line;
}
