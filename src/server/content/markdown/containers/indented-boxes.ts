import type { MarkdownIt, StateBlock } from "markdown-it";
import { nameTabs } from "../components/tabs.ts";
import { closeCallout, matchCallout, openCallout } from "./callout.ts";
import { lineOf } from "./line-of.ts";
import { parseInside } from "./parse-inside.ts";

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
}

function parseBox(state: StateBlock, line: number, endLine: number, silent: boolean): boolean {
	const match = ADMONITION.exec(lineOf(state, line));
	if (match === null || isCode(state, line)) return false;
	if (silent) return true;
	const [, marks = "", name = "", , title = ""] = match;
	const callout = matchCallout(name, title) ?? { kind: "note", title: title || name };
	const shown = marks === "!!!" ? callout : { ...callout, kind: "details" };
	const end = findEnd(state, line, endLine);
	state.tokens.push(...openCallout(shown, state, line));
	parseInside(state, line + 1, end, state.blkIndent + INDENT);
	state.tokens.push(closeCallout(shown, state));
	state.line = end;
	return true;
}

/** All tabs that follow each other are one group. */
function parseTabs(state: StateBlock, line: number, endLine: number, silent: boolean): boolean {
	if (!TAB.test(lineOf(state, line)) || isCode(state, line)) return false;
	if (silent) return true;
	const open = state.push("tabs_open", "", 1);
	open.block = true;
	const before = state.tokens.length;
	let next = line;
	for (let tab = TAB.exec(lineOf(state, next)); tab !== null; tab = TAB.exec(lineOf(state, next))) {
		const end = findEnd(state, next, endLine);
		const tabOpen = state.push("tab_open", "", 1);
		tabOpen.block = true;
		tabOpen.content = tab[1] ?? tab[2] ?? "";
		parseInside(state, next + 1, end, state.blkIndent + INDENT);
		state.push("tab_close", "", -1).block = true;
		state.line = end;
		next = skipBlank(state, end, endLine);
		if (next >= endLine || (state.sCount[next] ?? 0) !== state.blkIndent) break;
	}
	nameTabs(open, state.tokens.slice(before));
	state.push("tabs_close", "", -1).block = true;
	return true;
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
