import type { MarkdownIt, StateBlock } from "markdown-it";
import { notesOf } from "../../markdown/body-notes.ts";
import { matchCallout } from "../../markdown/boxes/callout.ts";
import { noteOnce } from "../../markdown/boxes/unknown-component.ts";
import type { Meaning } from "../../markdown/boxes/vocabulary.ts";
import { writeComponent } from "../../markdown/boxes/write-component.ts";
import { lineOf, parseInside } from "../../markdown/lines.ts";
import { addBlock, type WriteBlock } from "../../markdown/rules.ts";

/** `!!! note "Title"`, and `???` for one that is folded. */
const ADMONITION =
	/^(!!!|\?\?\?\+?)[ \t]+([a-z][\w-]*)((?:[ \t]+[\w-]+){0,4})(?:[ \t]+"([^"]*)")?[ \t]*$/i;

/** `=== "Label"` */
const TAB = /^===[+!]?[ \t]+(?:"([^"]+)"|'([^']+)')[ \t]*$/;

/** What MkDocs sets in by four spaces belongs to the line before. */
const INDENT = 4;

/** Boxes and tabs of MkDocs and Material, whose inside is set in. */
export function indentedBoxes(markdown: MarkdownIt): void {
	addBlock(markdown, "indented_box", readBox);
	addBlock(markdown, "indented_tabs", readTabs);
	addBlock(markdown, "generated_api", readApi);
}

/** `::: package.module.Class`, for which mkdocstrings writes what it finds in a program. */
const API = /^:::[ \t]+([A-Za-z_]\w*(?:\.\w+)+)[ \t]*$/;

/** The options below it are set in. */
function readApi(state: StateBlock, line: number, endLine: number): WriteBlock | undefined {
	const name = API.exec(lineOf(state, line))?.[1];
	if (name === undefined) return undefined;
	return () => {
		const what = `The documentation of "${name}" is left out: only its generator can read the program`;
		noteOnce(state.env, what, line + notesOf(state.env).firstLine);
		return findEnd(state, line, endLine);
	};
}

function readBox(state: StateBlock, line: number, endLine: number): WriteBlock | undefined {
	const [, marks, name = "", , title = ""] = ADMONITION.exec(lineOf(state, line)) ?? [];
	if (marks === undefined) return undefined;
	const callout = matchCallout(name, title) ?? { kind: "note", title: title || name };
	const shown = marks === "!!!" ? callout : { ...callout, kind: "details" };
	return () => writeSetIn(state, { kind: "callout", callout: shown }, line, endLine);
}

/** All tabs that follow each other are one group. */
function readTabs(state: StateBlock, line: number, endLine: number): WriteBlock | undefined {
	if (!TAB.test(lineOf(state, line))) return undefined;
	return () => {
		let end = line;
		writeComponent({ kind: "tabs" }, { state, line }, () => {
			for (let next = line; next < endLine; next = skipBlank(state, end, endLine)) {
				const [found, double, single = ""] = TAB.exec(lineOf(state, next)) ?? [];
				const isNext = next === line || state.sCount[next] === state.blkIndent;
				if (found === undefined || !isNext) break;
				end = writeSetIn(state, { kind: "tab", label: double ?? single }, next, endLine);
			}
		});
		return end;
	};
}

/** @returns The first line behind it. */
function writeSetIn(state: StateBlock, meaning: Meaning, line: number, endLine: number): number {
	const end = findEnd(state, line, endLine);
	writeComponent(meaning, { state, line }, () =>
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
