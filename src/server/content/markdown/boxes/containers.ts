import type { MarkdownIt, StateBlock } from "markdown-it";
import { findOnce, notesOf } from "../body-notes.ts";
import { lineOf, parseInside } from "../lines.ts";
import { addBlock, type WriteBlock } from "../rules.ts";
import { matchCallout } from "./callout.ts";
import {
	type ContainerEnd,
	type ContainerLines,
	type ContainerMarker,
	findComponentEnd,
	findContainerEnd,
	parseContainerMarker,
} from "./find-container-end.ts";
import { parseFlagMarker, writeFlagBlock } from "./flag-block.ts";
import type { Component } from "./read-props.ts";
import { readProps, readYamlProps } from "./read-props.ts";
import { noteUnknown } from "./unknown-component.ts";
import { type Meaning, meaningOf } from "./vocabulary.ts";
import { writeComponent } from "./write-component.ts";

/** Boxes between lines of colons, as Docusaurus and VitePress have them, and parts for some visitors. */
export function containers(markdown: MarkdownIt): void {
	addBlock(markdown, "container", readContainer);
	// `#default` in a component of Nuxt Content says which part of it follows; all parts are shown.
	addBlock(
		markdown,
		"slot",
		(state, line) =>
			state.parentType === "container" && /^#[a-z][\w-]*[ \t]*$/.test(lineOf(state, line))
				? () => line + 1
				: undefined,
		{ interrupts: ["paragraph"] },
	);
}

function readContainer(
	state: StateBlock,
	startLine: number,
	endLine: number,
): WriteBlock | undefined {
	const text = lineOf(state, startLine);
	const flag = parseFlagMarker(text);
	if (flag !== undefined) {
		const lines = { startLine, endLine, colons: flag.colons };
		return () =>
			writeBox(state, "flag", lines, (parseChildren) => {
				if (flag.condition !== undefined) writeFlagBlock(state, flag.condition, parseChildren);
				else
					noteProblem(state, startLine, `${FLAG_RULE}: current value is "${text.slice(0, 100)}"`);
			});
	}
	const marker = parseContainerMarker(text);
	// Islands have a rule of their own, which says what is wrong with one.
	if (marker === undefined || marker.name === "island") return undefined;
	const { name, colons, title } = marker;
	const lines = { startLine, endLine, colons };
	const callout = colons > 2 ? matchCallout(name, title) : undefined;
	if (callout === undefined) return readForeign(state, lines, marker);
	const place = { state, line: startLine };
	return () =>
		writeBox(state, callout.kind, lines, (parseChildren) =>
			writeComponent({ kind: "callout", callout }, place, parseChildren),
		);
}

/** It is not clear which visitors such a part is for, so it is shown to none. */
const FLAG_RULE =
	"A part for visitors with a flag must start like ::flag{key} or ::flag{key variant=name}, with names of letters, digits and . _ -, and is left out";

/** Writes a box that must have an end. @returns The first line after it. */
function writeBox(
	state: StateBlock,
	name: string,
	lines: ContainerLines,
	write: (parseChildren: () => void) => void,
): number {
	const { line, isClosed } = findContainerEnd(state, lines);
	if (!isClosed) {
		const closing = ":".repeat(Math.min(lines.colons, 3));
		const message = `Container "${name}" must end with a line of "${closing}"`;
		noteProblem(state, lines.startLine, message);
	}
	write(() => parseInside(state, lines.startLine + 1, line));
	return isClosed ? line + 1 : line;
}

/** A component of another generator. Without an end it has no inside, if its name means something. */
function readForeign(
	state: StateBlock,
	lines: ContainerLines,
	{ name, colons, title, attributes }: ContainerMarker,
): WriteBlock | undefined {
	const { startLine } = lines;
	const label = title === "" ? {} : { title, label: title, text: title };
	const component = { name, props: { ...label, ...readProps(attributes) }, source: attributes };
	const meaning = meaningOf(component, state.env);
	// A page full of beginnings is not searched to its end for each of them.
	const mayEnd = meaning !== undefined || findOnce(state, lastEnd) > startLine;
	const end = mayEnd ? findComponentEnd(state, lines) : undefined;
	if (end !== undefined && (end.isClosed || meaning !== undefined)) {
		return () => writeForeign(state, startLine, { component, meaning, end });
	}
	const message = `Container "${name}" is not known: it is shown as text`;
	if (colons > 2) noteProblem(state, startLine, message);
	return undefined;
}

interface ForeignBox {
	readonly component: Component;
	/** Absent for a name that means nothing here. */
	readonly meaning: Meaning | undefined;
	readonly end: ContainerEnd;
}

function writeForeign(
	state: StateBlock,
	line: number,
	{ component, meaning, end }: ForeignBox,
): number {
	const { name, props } = component;
	if (meaning === undefined) {
		noteUnknown(state.env, `Container "${name}"`, line + notesOf(state.env).firstLine);
	}
	const yaml = readYamlProps(state, line + 1, end.line);
	const known = yaml
		? meaningOf({ ...component, props: { ...props, ...yaml.props } }, state.env)
		: meaning;
	const from = yaml?.end ?? line + 1;
	const parseChildren = end.isClosed ? () => parseInside(state, from, end.line) : undefined;
	writeComponent(known ?? { kind: "children" }, { state, line }, parseChildren);
	return end.isClosed ? end.line + 1 : line + 1;
}

function lastEnd(source: string): number {
	return source.split("\n").findLastIndex((text) => END_LINE.test(text));
}

/** A quotation or a list may stand before it. */
const END_LINE = /^[\s>]*:{2,}\s*$/;

function noteProblem(state: StateBlock, line: number, message: string): void {
	const { problems, firstLine, reportedLines } = notesOf(state.env);
	// The parser asks several times whether a line starts a block.
	if (reportedLines.has(line)) return;
	reportedLines.add(line);
	problems.push({ line: line + firstLine, message });
}
