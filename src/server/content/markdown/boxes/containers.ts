import type { MarkdownIt, StateBlock, Token } from "markdown-it";
import { findOnce, notesOf } from "../body-notes.ts";
import { lineOf, parseInside } from "../lines.ts";
import { type Callout, closeCallout, matchCallout, openCallout } from "./callout.ts";
import {
	type ContainerEnd,
	findComponentEnd,
	findContainerEnd,
	parseContainerMarker,
} from "./find-container-end.ts";
import { closeFlagBlock, openFlagBlock, parseFlagMarker } from "./flag-block.ts";
import { readProps, readYamlProps, skipYamlProps } from "./read-props.ts";
import { noteUnknown } from "./unknown-component.ts";
import type { Component } from "./vocabulary.ts";
import { type Meaning, meaningOf } from "./vocabulary.ts";
import { writeComponent } from "./write-component.ts";

/** Boxes between lines of colons, as Docusaurus and VitePress have them, and parts for some visitors. */
export function containers(markdown: MarkdownIt): void {
	markdown.block.ruler.before("fence", "container", parseContainer, {
		alt: ["paragraph", "reference", "blockquote", "list"],
	});
	markdown.block.ruler.before("fence", "slot", skipSlot, { alt: ["paragraph"] });
}

/** `#default` in a component of Nuxt Content says which part of it follows; all parts are shown. */
function skipSlot(state: StateBlock, line: number, _endLine: number, silent: boolean): boolean {
	if (state.parentType !== "container" || !/^#[a-z][\w-]*[ \t]*$/.test(lineOf(state, line)))
		return false;
	if (!silent) state.line = line + 1;
	return true;
}

function parseContainer(
	state: StateBlock,
	startLine: number,
	endLine: number,
	silent: boolean,
): boolean {
	const opening = readOpening(state, startLine);
	if (opening === undefined) return false;
	if (silent && opening.kind !== "component") return true;
	const { name, colons } = opening;
	if (opening.kind === "component" && opening.meaning === undefined && hasNoEnd(state, startLine)) {
		return refuse(state, startLine, opening);
	}
	if (opening.kind === "component") {
		const end = findComponentEnd(state, { startLine, endLine, colons });
		return parseForeign(state, { opening, startLine, end, silent });
	}
	const end = findContainerEnd(state, { startLine, endLine, colons });
	if (!end.isClosed) {
		const closing = ":".repeat(Math.min(colons, 3));
		noteProblem(state, startLine, `Container "${name}" must end with a line of "${closing}"`);
	}
	if (opening.kind === "container") {
		state.tokens.push(...opening.open(state, startLine));
		parseInside(state, startLine + 1, end.line);
		state.tokens.push(opening.close(state));
	}
	state.line = end.isClosed ? end.line + 1 : end.line;
	return true;
}

interface ForeignLines {
	readonly opening: ForeignBox;
	readonly startLine: number;
	readonly end: ContainerEnd;
	readonly silent: boolean;
}

/** Without an end it is a component without an inside, if its name means something. */
function parseForeign(
	state: StateBlock,
	{ opening, startLine, end, silent }: ForeignLines,
): boolean {
	const { meaning, name } = opening;
	if (!end.isClosed && meaning === undefined) return refuse(state, startLine, opening);
	if (silent) return true;
	if (meaning === undefined) {
		noteUnknown(state.env, `Container "${name}"`, startLine + notesOf(state.env).firstLine);
	}
	const from = skipYamlProps(state, startLine + 1, end.line);
	const props = readYamlProps(state, startLine + 1, from);
	const known =
		props === undefined ? meaning : meaningOf({ name, props: { ...opening.props, ...props } });
	const inside = end.isClosed ? () => parseInside(state, from, end.line) : undefined;
	writeComponent(known ?? { kind: "children" }, { state, line: startLine }, inside);
	state.line = end.isClosed ? end.line + 1 : startLine + 1;
	return true;
}

/** A page full of beginnings is not searched to its end for each of them. */
function hasNoEnd(state: StateBlock, line: number): boolean {
	return findOnce(state, lastEnd) <= line;
}

function lastEnd(source: string): number {
	return source.split("\n").findLastIndex((text) => END_LINE.test(text));
}

/** A quotation or a list may stand before it. */
const END_LINE = /^[\s>]*:{2,}\s*$/;

/** @returns That no block starts here. */
function refuse(state: StateBlock, line: number, { name, colons }: ForeignBox): false {
	if (colons > 2) noteProblem(state, line, `Container "${name}" is not known: it is shown as text`);
	return false;
}

type Opening = LeftOut | Container | ForeignBox;

/** A component of another generator. */
interface ForeignBox extends ContainerStart {
	readonly kind: "component";
	readonly props: Component["props"];
	/** Absent for a name that means nothing here. */
	readonly meaning?: Meaning;
}

/** It is not clear which visitors the part is for, so it is shown to none. */
interface LeftOut extends ContainerStart {
	readonly kind: "left out";
}

interface Container extends ContainerStart {
	readonly kind: "container";
	readonly open: (state: StateBlock, line: number) => readonly Token[];
	readonly close: (state: StateBlock) => Token;
}

interface ContainerStart {
	readonly name: string;
	readonly colons: number;
}

function readOpening(state: StateBlock, line: number): Opening | undefined {
	// Four spaces make code of it.
	if ((state.sCount[line] ?? 0) - state.blkIndent >= 4) return undefined;
	const text = lineOf(state, line);
	return readFlagBlock(state, line, text) ?? readBox(text);
}

function readFlagBlock(state: StateBlock, line: number, text: string): Opening | undefined {
	const marker = parseFlagMarker(text);
	if (marker === undefined) return undefined;
	const { colons, condition } = marker;
	if (condition === undefined) {
		noteProblem(state, line, `${FLAG_RULE}: current value is "${text.slice(0, 100)}"`);
		return { kind: "left out", name: "flag", colons };
	}
	return {
		kind: "container",
		name: "flag",
		colons,
		open: () => [openFlagBlock(condition, state)],
		close: closeFlagBlock,
	};
}

const FLAG_RULE =
	"A part for visitors with a flag must start like ::flag{key} or ::flag{key variant=name}, with names of letters, digits and . _ -, and is left out";

function readBox(text: string): Opening | undefined {
	const marker = parseContainerMarker(text);
	if (marker === undefined) return undefined;
	const { name, colons, title, attributes } = marker;
	// Its own rule reads it, and says what is wrong with it.
	if (name === "island") return undefined;
	const callout = colons > 2 ? matchCallout(name, title) : undefined;
	if (callout !== undefined) return calloutContainer(callout, colons);
	const label = title === "" ? {} : { title, label: title, text: title };
	const component = { name, props: { ...label, ...readProps(attributes) } };
	const meaning = meaningOf(component);
	const { props } = component;
	return { kind: "component", name, colons, props, ...(meaning === undefined ? {} : { meaning }) };
}

function calloutContainer(callout: Callout, colons: number): Container {
	return {
		kind: "container",
		name: callout.kind,
		colons,
		open: (state, line) => openCallout(callout, state, line),
		close: (state) => closeCallout(callout, state),
	};
}

function noteProblem(state: StateBlock, line: number, message: string): void {
	const { problems, firstLine, reportedLines } = notesOf(state.env);
	// The parser asks several times whether a line starts a block.
	if (reportedLines.has(line)) return;
	reportedLines.add(line);
	problems.push({ line: line + firstLine, message });
}
