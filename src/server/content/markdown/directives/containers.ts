import type { MarkdownIt, StateBlock } from "markdown-it";
import { findOnce, notesOf, noteUnknown } from "../body-notes.ts";
import { fenceAfter, lineOf, parseInside } from "../lines.ts";
import { addBlock, type WriteBlock } from "../rules.ts";
import { matchCallout } from "./callout.ts";
import { parseFlagMarker, writeFlagBlock } from "./flag-block.ts";
import { readProps, readYamlProps } from "./read-props.ts";
import { meaningOf } from "./vocabulary.ts";
import { writeComponent } from "./write-component.ts";

/** Parses boxes between lines of colons, as in Docusaurus and VitePress, and flag blocks. */
export function containers(markdown: MarkdownIt): void {
	addBlock(markdown, "container", readContainer);
	// In a component of Nuxt Content, `#default` starts a named slot. All slots are shown.
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
	// Islands have their own rule, which reports their problems.
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

/** The visitors of such a part are unknown, so the server hides it. */
const FLAG_RULE =
	"A flag block is left out unless it starts like ::flag{key} or ::flag{key variant=name}, with names of letters, digits and . _ -";

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
	let fence: string | undefined;
	const lastLine = name === "flag" ? lines.startLine : line;
	for (let inside = lines.startLine + 1; inside < lastLine; inside += 1) {
		fence = fenceAfter(lineOf(state, inside), fence);
		if (fence !== undefined) continue;
		if (parseContainerMarker(lineOf(state, inside))?.colons !== lines.colons) continue;
		const message = `Container has as many colons as the container "${name}" around it: give the outer one more`;
		noteProblem(state, inside, message);
		break;
	}
	write(() => parseInside(state, lines.startLine + 1, line));
	return isClosed ? line + 1 : line;
}

/** Reads a component of another generator. A known component without an end has no content. */
function readForeign(
	state: StateBlock,
	lines: ContainerLines,
	{ name, colons, title, attributes }: ContainerMarker,
): WriteBlock | undefined {
	const { startLine } = lines;
	const label = title === "" ? {} : { title, label: title, text: title };
	const component = { name, props: { ...label, ...readProps(attributes) }, source: attributes };
	const meaning = meaningOf(component, state.env);
	// Skips the search if no end line follows: a page full of start lines would take quadratic time.
	const mayEnd = meaning !== undefined || findOnce(state, lastEnd) > startLine;
	const end = mayEnd ? findComponentEnd(state, lines) : undefined;
	if (end === undefined || !(end.isClosed || meaning !== undefined)) {
		const message = `Container "${name}" is not known: it is shown as text`;
		if (colons > 2) noteProblem(state, startLine, message);
		return undefined;
	}
	return () => {
		if (meaning === undefined) noteUnknown(state, `Container "${name}"`, startLine);
		const yaml = readYamlProps(state, startLine + 1, end.line);
		const props = { ...component.props, ...yaml?.props };
		const known = yaml ? meaningOf({ ...component, props }, state.env) : meaning;
		const from = yaml?.end ?? startLine + 1;
		const parseChildren = end.isClosed ? () => parseInside(state, from, end.line) : undefined;
		writeComponent(known ?? { kind: "children" }, { state, line: startLine }, parseChildren);
		return end.isClosed ? end.line + 1 : startLine + 1;
	};
}

function lastEnd(source: string): number {
	return source.split("\n").findLastIndex((text) => END_LINE.test(text));
}

/** An end line, which may be in a quotation or a list. */
const END_LINE = /^[\s>]*:{2,}\s*$/;

function noteProblem(state: StateBlock, line: number, message: string): void {
	const { problems, firstLine, reportedLines } = notesOf(state.env);
	// The parser may call the rule several times for one line.
	if (reportedLines.has(line)) return;
	reportedLines.add(line);
	problems.push({ line: line + firstLine, message });
}

/** Lines that may contain a container, and the number of colons at its start. */
interface ContainerLines {
	readonly startLine: number;
	readonly endLine: number;
	readonly colons: number;
}

/** Finds the line of colons that ends a container, or else the first line after the container. */
function findContainerEnd(state: StateBlock, { startLine, endLine, colons }: ContainerLines) {
	let depth = 1;
	let fence: string | undefined;
	for (let line = startLine + 1; line < endLine; line++) {
		// The list item that contains the container ends here.
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

/** Failed searches through the rest of a page, after which searches are limited. */
const MAX_FAILED_SEARCHES = 20;

/** Lines of a limited search, so that a page full of components without an end is parsed quickly. */
const MAX_LINES_AFTER = 60;

/** Unlike a box, a component may have no end at all. */
function findComponentEnd(state: StateBlock, lines: ContainerLines) {
	const notes = notesOf(state.env);
	const isLimited = notes.failedSearches >= MAX_FAILED_SEARCHES;
	const limit = isLimited ? lines.startLine + MAX_LINES_AFTER : lines.endLine;
	const end = findContainerEnd(state, { ...lines, endLine: Math.min(limit, lines.endLine) });
	if (!end.isClosed) notes.failedSearches += 1;
	return end;
}

/** Ignores boxes with fewer colons, which are nested and have their own end. */
function depthChange(line: string, colons: number): number {
	if (!line.startsWith("::")) return 0;
	if ((END.exec(line)?.[1]?.length ?? 0) >= colons) return -1;
	const inner = parseFlagMarker(line) ?? parseContainerMarker(line);
	return (inner?.colons ?? 0) >= colons ? 1 : 0;
}

/** Parsed first line of a container. */
interface ContainerMarker {
	readonly colons: number;
	readonly name: string;
	/** Inline Markdown; may be empty. */
	readonly title: string;
	/** Text between braces at the end of the line. */
	readonly attributes: string;
}

const START = /^(?:(:{3,})[ \t]*|(::))([a-z][\w-]*)(.*)$/i;

const END = /^(:{2,})[ \t]*$/;

/**
 * Parses `:::note`, `::: note`, `:::note[Title]`, `:::note Title` or `::card{title="A"}`, with
 * optional attributes in braces at the end. After two colons, a space or a bare title is not allowed.
 *
 * The line is split in steps: one pattern for all of it would backtrack over each long run of
 * spaces.
 */
function parseContainerMarker(line: string): ContainerMarker | undefined {
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
