import type { MarkdownIt, StateBlock } from "markdown-it";
import { notesOf } from "../../markdown/body-notes.ts";
import { matchCallout } from "../../markdown/boxes/callout.ts";
import { noteOnce } from "../../markdown/boxes/unknown-component.ts";
import { writeComponent } from "../../markdown/boxes/write-component.ts";
import { lineOf, parseInside } from "../../markdown/lines.ts";

/** `!!! note "Title"`, and `???` for one that is folded. */
const ADMONITION =
	/^(!!!|\?\?\?\+?)[ \t]+([a-z][\w-]*)((?:[ \t]+[\w-]+){0,4})(?:[ \t]+"([^"]*)")?[ \t]*$/i;

/** `=== "Label"` */
const TAB = /^===[+!]?[ \t]+(?:"([^"]+)"|'([^']+)')[ \t]*$/;

/** What MkDocs sets in by four spaces belongs to the line before. */
const INDENT = 4;

/** Boxes and tabs of MkDocs and Material, whose inside is set in. */
export function indentedBoxes(markdown: MarkdownIt): void {
	const alt = ["paragraph", "reference", "blockquote", "list"];
	markdown.block.ruler.before("fence", "indented_box", parseBox, { alt });
	markdown.block.ruler.before("fence", "indented_tabs", parseTabs, { alt });
	markdown.block.ruler.before("fence", "generated_api", leaveOutApi, { alt });
}

/** `::: package.module.Class`, for which mkdocstrings writes what it finds in a program. */
const API = /^:::[ \t]+([A-Za-z_]\w*(?:\.\w+)+)[ \t]*$/;

/** The options below it are set in. */
function leaveOutApi(state: StateBlock, line: number, endLine: number, silent: boolean): boolean {
	const name = API.exec(lineOf(state, line))?.[1];
	if (name === undefined || isCode(state, line)) return false;
	if (silent) return true;
	const what = `The documentation of "${name}" is left out: only its generator can read the program`;
	noteOnce(state.env, what, line + notesOf(state.env).firstLine);
	state.line = findEnd(state, line, endLine);
	return true;
}

function parseBox(state: StateBlock, line: number, endLine: number, silent: boolean): boolean {
	const match = ADMONITION.exec(lineOf(state, line));
	if (match === null || isCode(state, line)) return false;
	if (silent) return true;
	const [, marks = "", name = "", , title = ""] = match;
	const callout = matchCallout(name, title) ?? { kind: "note", title: title || name };
	const shown = marks === "!!!" ? callout : { ...callout, kind: "details" };
	const end = findEnd(state, line, endLine);
	writeComponent({ kind: "callout", callout: shown }, { state, line }, () =>
		parseInside(state, line + 1, end, state.blkIndent + INDENT),
	);
	state.line = end;
	return true;
}

/** All tabs that follow each other are one group. */
function parseTabs(state: StateBlock, line: number, endLine: number, silent: boolean): boolean {
	if (!TAB.test(lineOf(state, line)) || isCode(state, line)) return false;
	if (silent) return true;
	writeComponent({ kind: "tabs" }, { state, line }, () => {
		for (let next = line; next < endLine; ) {
			const tab = TAB.exec(lineOf(state, next));
			if (tab === null || (next > line && state.sCount[next] !== state.blkIndent)) break;
			state.line = writeTab(state, tab, next, endLine);
			next = skipBlank(state, state.line, endLine);
		}
	});
	return true;
}

/** @returns The first line behind the tab. */
function writeTab(
	state: StateBlock,
	[, double, single]: RegExpExecArray,
	line: number,
	endLine: number,
): number {
	const end = findEnd(state, line, endLine);
	writeComponent({ kind: "tab", label: double ?? single ?? "" }, { state, line }, () =>
		parseInside(state, line + 1, end, state.blkIndent + INDENT),
	);
	return end;
}

/** @returns The first line behind the inside that is not set in; blank lines before it stay outside. */
function findEnd(state: StateBlock, line: number, endLine: number): number {
	let end = line + 1;
	for (let next = line + 1; next < endLine; next++) {
		if (state.isEmpty(next)) continue;
		if ((state.sCount[next] ?? 0) < state.blkIndent + INDENT) break;
		end = next + 1;
	}
	return end;
}

function skipBlank(state: StateBlock, from: number, endLine: number): number {
	let line = from;
	while (line < endLine && state.isEmpty(line)) line += 1;
	return line;
}

function isCode(state: StateBlock, line: number): boolean {
	return (state.sCount[line] ?? 0) - state.blkIndent >= INDENT;
}
