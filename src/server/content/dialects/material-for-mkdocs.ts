import type { MarkdownIt, StateBlock } from "markdown-it";
import { noteOnce, notesOf } from "../markdown/body-notes.ts";
import { type Dialect, withSelector } from "../markdown/dialect.ts";
import { matchCallout } from "../markdown/directives/callout.ts";
import { type Meaning, meaningOf } from "../markdown/directives/vocabulary.ts";
import { writeComponent } from "../markdown/directives/write-component.ts";
import { fenceAfter, lineOf, parseInside } from "../markdown/lines.ts";
import { addBlock, addInline, type WriteBlock } from "../markdown/rules.ts";

const SNIPPET = /^-{1,8}8<-{1,8}[ \t]+"([^"\n]{1,300})"[ \t]*$/;

export const materialForMkdocs: Dialect = {
	addRules(markdown, { html }) {
		markdown.use(materialNames).use(carets);
		addBlock(markdown, "indented_box", readIndentedBox);
		addBlock(markdown, "indented_tabs", readTabs);
		addBlock(markdown, "generated_api", readApi);
		addBlock(markdown, "slash_box", readSlashBox);
		if (html) markdown.use(markdownElements);
	},
	readInclude(line) {
		const address = SNIPPET.exec(line)?.[1];
		return address === undefined ? undefined : withSelector(address);
	},
};

/** `^^text^^` is an insertion in Material, not superscript between two carets. */
function carets(markdown: MarkdownIt): void {
	addInline(markdown, "carets", {
		before: "sup",
		pattern: /\^\^([^^\n]{1,500})\^\^/y,
		write(state, [, text = ""]) {
			state.push("ins_open", "ins", 1);
			state.push("text", "", 0).content = text;
			state.push("ins_close", "ins", -1);
		},
	});
}

/** `<div class="grid" markdown>` */
const ELEMENT =
	/^<[a-z][a-z\d]{0,20}(?=[\s>])[^<>]{0,500}\smarkdown(?:=["']?(?:1|block|span)["']?)?(?=[\s>])[^<>]{0,500}>[ \t]*$/i;

/** Elements with Markdown content, as in MkDocs: the HTML block ends after the first line. */
function markdownElements(markdown: MarkdownIt): void {
	addBlock(
		markdown,
		"markdown_element",
		(state, line) => {
			const text = lineOf(state, line);
			if (!ELEMENT.test(text)) return undefined;
			return () => {
				const token = state.push("html_block", "", 0);
				token.content = `${text}\n`;
				token.map = [line, line + 1];
				return line + 1;
			};
		},
		{ before: "html_block", interrupts: ["paragraph", "reference", "blockquote"] },
	);
}

/** `<!-- md:setting config.enabled -->` and `<!-- md:option type:note -->`. */
const SHORTCODE = /<!-- md:(setting|option) ([\w.:*-]{1,100}) -->/gi;

/**
 * Expands comments that name settings and options of Material for MkDocs in headings and terms. The
 * original is a hook of its site, which other documentations have copied. Links refer to the names.
 *
 * @example
 * "## <!-- md:setting config.enabled -->" // a heading "enabled" with the id "config.enabled"
 */
function materialNames(markdown: MarkdownIt): void {
	markdown.core.ruler.after("normalize", "material_names", (state) => {
		if (!state.src.includes("<!-- md:")) return;
		const named = Array.from(state.src.matchAll(SHORTCODE), ([, , path = ""]) => path);
		state.src = state.src.replaceAll(SHORTCODE, (_, kind: string, path: string) => {
			const name = `\`${path.split(/[.:*]/).at(-1)}\``;
			return kind.toLowerCase() === "setting"
				? `${name} {#${path.replaceAll("*", "")}}`
				: `<a id="+${path}"></a>${name}`;
		});
		// Authors link to settings and options by name.
		const targets = new Set(named.map((path) => path.replaceAll("*", "")));
		state.src += `\n\n${Array.from(targets, (path) => `[${path}]: #${path}`).join("\n")}\n`;
	});
}

/** `/// note | Title` */
const SLASH_START = /^(\/{3,})[ \t]+([a-z][\w-]{0,40})(?:[ \t]*\|[ \t]*(.{0,300}?))?[ \t]*$/i;

const SLASH_END = /^\/{3,}[ \t]*$/;

/** Lines to search for an end, so that a page with many starts is not searched for each of them. */
const MAX_SLASH_LINES = 400;

/** Reads boxes between lines of slashes, as in newer MkDocs. */
function readSlashBox(state: StateBlock, line: number, endLine: number): WriteBlock | undefined {
	const [, slashes = "", name, title = ""] = SLASH_START.exec(lineOf(state, line)) ?? [];
	if (name === undefined) return undefined;
	const end = findSlashEnd(state, line, { endLine, length: slashes.length });
	if (end === undefined) return undefined;
	const callout = matchCallout(name, title);
	const meaning = callout
		? ({ kind: "callout", callout } as const)
		: (meaningOf({ name, props: { title, label: title } }) ?? ({ kind: "children" } as const));
	return () => {
		writeComponent(meaning, { state, line }, () =>
			parseInside(state, skipOptions(state, line, end), end),
		);
		return end + 1;
	};
}

/** @param length Number of slashes that start the box; a box inside has fewer. */
function findSlashEnd(
	state: StateBlock,
	line: number,
	{ endLine, length }: { readonly endLine: number; readonly length: number },
): number | undefined {
	let fence: string | undefined;
	for (let next = line + 1; next < Math.min(endLine, line + MAX_SLASH_LINES); next += 1) {
		const text = lineOf(state, next);
		fence = fenceAfter(text, fence);
		if (fence === undefined && SLASH_END.test(text) && text.trim().length === length) return next;
	}
	return undefined;
}

/** Skips options of the box, such as `type: warning`, with an indentation of at least four spaces. */
function skipOptions(state: StateBlock, line: number, end: number): number {
	let next = line + 1;
	const lineAt = () => state.src.slice(state.bMarks[next], state.eMarks[next]);
	while (next < end && /^ {4,}[a-z-]+:/.test(lineAt())) next += 1;
	return next;
}

/** `!!! note "Title"`, and `???` for a box that can collapse. */
const ADMONITION =
	/^(!!!|\?\?\?\+?)[ \t]+([a-z][\w-]*)((?:[ \t]+[\w-]+){0,4})(?:[ \t]+"([^"]*)")?[ \t]*$/i;

/** `=== "Label"` */
const TAB = /^===[+!]?[ \t]+(?:"([^"]+)"|'([^']+)')[ \t]*$/;

/** Spaces. In MkDocs, lines with this indentation belong to the line before. */
const INDENT = 4;

/** `::: package.module.Class`, which mkdocstrings replaces by documentation of the program. */
const API = /^:::[ \t]+([A-Za-z_]\w*(?:\.\w+)+)[ \t]*$/;

/** Leaves out the mark and the indented options below it. */
function readApi(state: StateBlock, line: number, endLine: number): WriteBlock | undefined {
	const name = API.exec(lineOf(state, line))?.[1];
	if (name === undefined) return undefined;
	return () => {
		const what = `The documentation of "${name}" is left out: only its generator can read the program`;
		noteOnce(state.env, what, line + notesOf(state.env).firstLine);
		return findIndentedEnd(state, line, endLine);
	};
}

function readIndentedBox(state: StateBlock, line: number, endLine: number): WriteBlock | undefined {
	const [, marks, name = "", , title = ""] = ADMONITION.exec(lineOf(state, line)) ?? [];
	if (marks === undefined) return undefined;
	const callout = matchCallout(name, title) ?? { kind: "note", title: title || name };
	const shown = marks === "!!!" ? callout : { ...callout, kind: "details" };
	return () => writeSetIn(state, { kind: "callout", callout: shown }, line, endLine);
}

/** Consecutive tabs are one group. */
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

/** @returns The first line after the box. */
function writeSetIn(state: StateBlock, meaning: Meaning, line: number, endLine: number): number {
	const end = findIndentedEnd(state, line, endLine);
	writeComponent(meaning, { state, line }, () =>
		parseInside(state, line + 1, end, state.blkIndent + INDENT),
	);
	return end;
}

/** @returns The first line after the indented content; blank lines at its end are outside. */
function findIndentedEnd(state: StateBlock, line: number, endLine: number): number {
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
