import type { MarkdownIt, StateBlock } from "markdown-it";
import { findOnce, notesOf } from "../../markdown/body-notes.ts";
import { readProps } from "../../markdown/boxes/read-props.ts";
import { noteUnknown } from "../../markdown/boxes/unknown-component.ts";
import { meaningOf } from "../../markdown/boxes/vocabulary.ts";
import { writeComponent } from "../../markdown/boxes/write-component.ts";
import { fenceAfter, lineOf, parseInside } from "../../markdown/lines.ts";
import { addBlock, type WriteBlock } from "../../markdown/rules.ts";

/** A line that is one mark of a template: `{{< tab "npm" >}}`, `{{% /note %}}`, `{% hint style="info" %}`. */
const MARK =
	/^\{(?:\{[<%]|%)-?[ \t]*(\/?)[ \t]*([A-Za-z][\w/.-]{0,80})([^\n]{0,1000}?)(\/?)[ \t]*-?(?:[>%]\}|%)\}[ \t]*$/;

interface Mark {
	readonly kind: "open" | "close" | "single";
	readonly name: string;
	readonly attributes: string;
}

/** Boxes of Hugo, GitBook and Jekyll, between marks of their templates on lines of their own. */
export function shortcodes(markdown: MarkdownIt): void {
	addBlock(markdown, "shortcode", readShortcode);
}

function readShortcode(state: StateBlock, line: number, endLine: number): WriteBlock | undefined {
	const first = lineOf(state, line);
	if (!first.startsWith("{")) return undefined;
	const last = findMarkEnd(state, first, line, endLine);
	const lines = last === line ? first : state.getLines(line, last + 1, 0, false);
	const mark = readMark(lines.replaceAll(/\s*\n\s*/g, " ").trim());
	if (mark === undefined) return undefined;
	if (mark.kind === "close") return () => last + 1;
	return () => {
		const hasInside = mark.kind === "open" && last === line;
		const end = hasInside ? findOnce(state, pairMarks).get(line) : undefined;
		const closing = end !== undefined && end < endLine ? end : undefined;
		if (CODE.has(mark.name) && closing !== undefined) writeHighlight(state, mark, line, closing);
		else writeShortcode(state, mark, line, closing);
		return (closing ?? last) + 1;
	};
}

/** A mark of Hugo may have its attributes on lines of their own. */
const OPEN_MARK = /^\{\{[<%][ \t]*[A-Za-z][\w/.-]*[^<>%{}]*$/;

const MAX_MARK_LINES = 20;

/** @returns The line on which the mark ends: its own, unless it is left open there. */
function findMarkEnd(state: StateBlock, first: string, line: number, endLine: number): number {
	if (!OPEN_MARK.test(first)) return line;
	const limit = Math.min(endLine, line + MAX_MARK_LINES);
	for (let next = line + 1; next < limit; next += 1) {
		const text = lineOf(state, next);
		if (/[>%]\}\}[ \t]*$/.test(text)) return next;
		if (text.includes("{{")) break;
	}
	return line;
}

function writeShortcode(
	state: StateBlock,
	{ name, attributes }: Mark,
	line: number,
	closing: number | undefined,
): void {
	const component = { name, props: { ...positionsOf(attributes), ...readProps(attributes) } };
	const meaning = meaningOf(component);
	if (meaning === undefined && name !== "raw") {
		noteUnknown(state.env, `Shortcode "${name}"`, line + notesOf(state.env).firstLine);
	}
	const children = closing === undefined ? undefined : () => parseInside(state, line + 1, closing);
	writeComponent(meaning ?? { kind: "children" }, { state, line }, children);
}

/** Between these marks is code: of Jekyll and Hugo, and of Hugo's own documentation for configurations. */
const CODE: ReadonlySet<string> = new Set(["highlight", "code-toggle"]);

function writeHighlight(state: StateBlock, mark: Mark, line: number, closing: number): void {
	const fence = state.push("fence", "code", 0);
	fence.content = state.getLines(line + 1, closing, state.blkIndent, true);
	fence.info =
		mark.name === "highlight"
			? (mark.attributes.trim().split(/\s/, 1)[0] ?? "")
			: formatOf(fence.content);
	fence.markup = "```";
	fence.map = [line, closing];
}

/** A configuration says by its first line what it is written in. */
function formatOf(configuration: string): string {
	if (/^\s*\{/.test(configuration)) return "json";
	return /^\s*(?:---|[\w.-]+:)/.test(configuration) ? "yaml" : "toml";
}

function readMark(text: string): Mark | undefined {
	const [, slash, name = "", attributes = "", single] = MARK.exec(text) ?? [];
	if (name === "") return undefined;
	if (slash === "/") return { kind: "close", name, attributes };
	if (name.startsWith("end")) return { kind: "close", name: name.slice(3), attributes };
	return { kind: single === "/" ? "single" : "open", name, attributes };
}

/** Finds the end of every shortcode in one pass: of a name that is opened twice the inner one ends first. */
function pairMarks(source: string): ReadonlyMap<number, number> {
	const ends = new Map<number, number>();
	const open = new Map<string, number[]>();
	let fence: string | undefined;
	for (const [line, raw] of source.split("\n").entries()) {
		const text = raw.replace(/^[\s>]+/, "");
		fence = fenceAfter(text, fence);
		const mark = fence === undefined && text.startsWith("{") ? readMark(text) : undefined;
		if (mark === undefined || mark.kind === "single") continue;
		const lines = open.get(mark.name) ?? [];
		open.set(mark.name, lines);
		const start = mark.kind === "close" ? lines.pop() : undefined;
		if (mark.kind === "open") lines.push(line);
		if (start !== undefined) ends.set(start, line);
	}
	return ends;
}

/** Attributes without a name count from 0, as Hugo has it. */
function positionsOf(attributes: string): Record<string, string> {
	const values = Array.from(
		attributes.matchAll(/(?:^|\s)(?:"([^"]*)"|'([^']*)'|([^\s"'=]+))(?=\s|$)/g),
		([, double, single, bare], index) => [String(index), double ?? single ?? bare ?? ""] as const,
	);
	return Object.fromEntries(values);
}
