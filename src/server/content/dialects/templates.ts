import type { StateBlock, StateInline } from "markdown-it";
import { findOnce, notesOf, noteUnknown, pushProblem } from "../markdown/body-notes.ts";
import type { Dialect } from "../markdown/dialect.ts";
import { readLiteral, readProps } from "../markdown/directives/read-props.ts";
import { meaningOf } from "../markdown/directives/vocabulary.ts";
import { writeComponent } from "../markdown/directives/write-component.ts";
import { fenceAfter, lineOf, parseInside } from "../markdown/lines.ts";
import { addBlock, type WriteBlock } from "../markdown/rules.ts";

/** Template marks of Hugo, Jekyll and GitBook. */
export const templates: Dialect = {
	addRules(markdown) {
		markdown.inline.ruler.before("emphasis", "expression", parseExpression);
		addBlock(markdown, "shortcode", readShortcode);
	},
	rewrite: resolveTemplateLinks,
};

/** Page addresses in templates of Hugo and Jekyll. The first group with a value is the address. */
const ADDRESS = new RegExp(
	[
		String.raw`\{\{[<%]\s{0,5}(?:rel)?ref\s{1,5}(?:"([^"\n]{1,300})"|'([^'\n]{1,300})'|([^\s"'<>%{}]{1,300}))\s{0,5}[>%]\}\}`,
		String.raw`\{\{-?\s{0,5}(?:"([^"\n]{0,300})"|'([^'\n]{0,300})')\s{0,5}\|\s{0,5}(?:relative|absolute)_url\s{0,5}-?\}\}`,
	].join("|"),
	"g",
);

const JEKYLL_FILE = /\{%-?\s{0,5}(?:link|post_url)\s{1,5}([^\s%{}]{1,300})\s{0,5}-?%\}/g;

/** Base URL of the site. It is removed, because the server adds the base path to every address. */
const BASE = /\{\{-?\s{0,5}(?:site\.(?:baseurl|url)|\.Site\.BaseURL)\s{0,5}-?\}\}/g;

/**
 * Replaces template expressions by plain addresses, so that links of Hugo and Jekyll work. Does not
 * change code blocks and the number of lines.
 *
 * @example
 * resolveTemplateLinks('[Guide]({{< ref "guide.md" >}})'); // "[Guide](guide.md)"
 */
export function resolveTemplateLinks(text: string): string {
	if (!text.includes("{{") && !text.includes("{%")) return text;
	let fence: string | undefined;
	const lines = text.split("\n").map((line) => {
		const wasCode = fence !== undefined;
		fence = fenceAfter(line.trimStart(), fence);
		return wasCode || fence !== undefined || !line.includes("{") ? line : resolveLine(line);
	});
	return lines.join("\n");
}

function resolveLine(line: string): string {
	return line
		.replace(ADDRESS, (_all, ...groups: unknown[]) => {
			const address = groups.slice(0, 5).find((group) => typeof group === "string");
			return encodeURI(address ?? "").replaceAll("%25", "%");
		})
		.replace(JEKYLL_FILE, (_all, file: string) => `/${file}`)
		.replace(BASE, "");
}

const BRACE = 0x7b;

const PERCENT = 0x25;

/** Characters of an expression in a problem. */
const MAX_SHOWN = 100;

/** Longer expressions are text: a hostile page must not cause a long search at every brace. */
const MAX_CHARACTERS = 1000;

/**
 * Reads expressions of MDX (`{1 + 1}`), Vue, Liquid and Go templates (`{{ version }}`, `{% if x %}`).
 * Shows a text or number literal. Other expressions need execution, so each becomes a problem only.
 */
function parseExpression(state: StateInline, silent: boolean): boolean {
	const { src, pos } = state;
	if (src.charCodeAt(pos) !== BRACE) return false;
	const next = src.charCodeAt(pos + 1);
	const closing = next === BRACE ? "}}" : next === PERCENT ? "%}" : "}";
	if (closing === "}" && !notesOf(state.env).isMdx) return false;
	const end = src.slice(pos, pos + MAX_CHARACTERS).indexOf(closing, 1);
	if (end === -1) return false;
	const text = src.slice(pos + closing.length, pos + end);
	if (!silent) {
		const literal = readLiteral(text);
		if (literal !== undefined) state.push("text", "", 0).content = literal;
		else if (!/^\s*(?:\/\*|$)/.test(text)) {
			const shown = src.slice(pos, pos + end + closing.length).slice(0, MAX_SHOWN);
			pushProblem(state, `"${shown}" is left out: pages do not run code`);
		}
	}
	state.pos += end + closing.length;
	return true;
}

/** A line with one template mark: `{{< tab "npm" >}}`, `{{% /note %}}`, `{% hint style="info" %}`. */
const MARK =
	/^\{(?:\{[<%]|%)-?[ \t]*(\/?)[ \t]*([A-Za-z][\w/.-]{0,80})([^\n]{0,1000}?)(\/?)[ \t]*-?(?:[>%]\}|%)\}[ \t]*$/;

interface Mark {
	readonly kind: "open" | "close" | "single";
	readonly name: string;
	readonly attributes: string;
}

/** Reads boxes of Hugo, GitBook and Jekyll, between template marks on separate lines. */
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

/** Start of a mark of Hugo with attributes on further lines. */
const OPEN_MARK = /^\{\{[<%][ \t]*[A-Za-z][\w/.-]*[^<>%{}]*$/;

const MAX_MARK_LINES = 20;

/** @returns The last line of the mark; `line` if the mark has one line or no end. */
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
	const props = { ...positionsOf(attributes), ...readProps(attributes) };
	const meaning = meaningOf({ name, props });
	if (meaning === undefined && name !== "raw") noteUnknown(state, `Shortcode "${name}"`, line);
	const children = closing === undefined ? undefined : () => parseInside(state, line + 1, closing);
	writeComponent(meaning ?? { kind: "children" }, { state, line }, children);
}

/** Marks around code: in Jekyll and Hugo, and for configurations in Hugo's own documentation. */
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

/** Detects the format of a configuration by its first line. */
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

/** Finds the end of every shortcode in one pass. If a name is open twice, the inner one ends first. */
function pairMarks(source: string): ReadonlyMap<number, number> {
	const ends = new Map<number, number>();
	const open = new Map<string, number[]>();
	let fence: string | undefined;
	for (const [line, raw] of source.split("\n").entries()) {
		const text = raw.replace(/^[\s>]+/, "");
		fence = fenceAfter(text, fence);
		const mark = fence === undefined && text.startsWith("{") ? readMark(text) : undefined;
		if (mark === undefined || mark.kind === "single") continue;
		const lines = open.getOrInsertComputed(mark.name, () => []);
		const start = mark.kind === "close" ? lines.pop() : undefined;
		if (mark.kind === "open") lines.push(line);
		if (start !== undefined) ends.set(start, line);
	}
	return ends;
}

/** Attributes without a name, by position from 0, as in Hugo. */
function positionsOf(attributes: string): Record<string, string> {
	const values = Array.from(
		attributes.matchAll(/(?:^|\s)(?:"([^"]*)"|'([^']*)'|([^\s"'=]+))(?=\s|$)/g),
		([, double, single, bare], index) => [String(index), double ?? single ?? bare ?? ""] as const,
	);
	return Object.fromEntries(values);
}
