import type { MarkdownIt, StateBlock } from "markdown-it";
import { type BodyNotes, notesOf } from "./body-notes.ts";
import {
	type Dialect,
	type Include,
	type IncludedPart,
	type ReadInclude,
	rewritten,
} from "./dialect.ts";
import { lineOf } from "./lines.ts";
import { removeComments } from "./remove-comments.ts";
import { addBlock } from "./rules.ts";

/** Limit for all files that one page includes: more is a mistake or an attack. */
const MAX_CHARACTERS = 1_000_000;

/** Finding a file takes as long as reading this many characters. */
const COST_OF_FILE = 1000;

const TOO_MUCH = `Included files must not have more than ${MAX_CHARACTERS} characters in total: this file is left out`;

/** Maximum nesting of included pages. */
const MAX_DEPTH = 5;

/** First character of every line that includes a file. */
const START = /^[<{-]/;

interface IncludesOptions {
	/** Absent: nothing is included. */
	readonly readInclude: ReadInclude | undefined;
	readonly dialects: readonly Dialect[];
}

/** Includes files of the site folder in pages, as separate blocks and as lines of code blocks. */
export function includes(markdown: MarkdownIt, { readInclude, dialects }: IncludesOptions): void {
	addBlock(markdown, "include", (state, line) => {
		const include = readLine(lineOf(state, line));
		if (include === undefined) return undefined;
		return () => {
			writeInclude(state, line, include);
			return line + 1;
		};
	});
	markdown.core.ruler.after("block", "included_code", ({ tokens, env }) => {
		for (const token of tokens) {
			if (token.type !== "fence") continue;
			const firstLine = (token.map?.[0] ?? 0) + notesOf(env).firstLine + 1;
			token.content = includeInCode(token.content, notesOf(env), firstLine);
		}
	});

	function readLine(line: string): Include | undefined {
		if (!START.test(line)) return undefined;
		for (const dialect of dialects) {
			const include = dialect.readInclude?.(line);
			if (include !== undefined) return include;
		}
		return undefined;
	}

	function writeInclude(state: StateBlock, line: number, include: Include): void {
		const notes = notesOf(state.env);
		const found = readPart(include, notes, line + notes.firstLine);
		if (found === undefined) return;
		if (include.info === undefined && /\.mdx?$/i.test(found.file)) {
			parseIncluded(state, line, {
				...found,
				text: rewritten(removeComments(found.text), dialects),
			});
			return;
		}
		const fence = state.push("fence", "code", 0);
		fence.info = include.info ?? /\.([\w+-]+)$/.exec(found.file)?.[1] ?? "";
		fence.content = `${found.text}\n`;
		fence.markup = "```";
		fence.map = [line, line + 1];
	}

	/** @param firstLine Line of the file on which the code starts, counted from 1. */
	function includeInCode(code: string, notes: BodyNotes, firstLine: number): string {
		const lines = code.split("\n").map((text, index) => {
			const line = text.trimStart();
			const include = readLine(line);
			if (include === undefined || include.info !== undefined || line.startsWith("<!--"))
				return text;
			const indent = text.slice(0, text.length - line.length);
			const found = readPart(include, notes, firstLine + index);
			return found?.text.replaceAll(/^(?=.)/gm, indent) ?? "";
		});
		return lines.join("\n");
	}

	/**
	 * @param line Line of the file, counted from 1.
	 * @returns `undefined` if there is nothing to show; the problem is noted.
	 */
	function readPart(
		{ address, part }: Include,
		notes: BodyNotes,
		line: number,
	): FoundPart | undefined {
		const refuse = (rule: string): undefined => {
			notes.problems.push({ line, message: `Included file "${address}" ${rule}` });
		};
		if (notes.includedCharacters > MAX_CHARACTERS) {
			notes.problems.push({ line, message: TOO_MUCH });
			return undefined;
		}
		const from = notes.including.at(-1) ?? notes.file;
		const reading = readInclude?.({ from, address, seen: notes.included }) ?? NOTHING;
		if (reading.kind === "refused") return refuse(reading.rule);
		const { file } = reading;
		notes.includedCharacters += reading.text.length + COST_OF_FILE;
		if (notes.including.includes(file) || file === notes.file) return refuse("includes itself");
		if (notes.including.length >= MAX_DEPTH)
			return refuse(`is nested in more than ${MAX_DEPTH} included files`);
		const text = selectPart(reading.text, part);
		if (text !== undefined) return { file, text };
		return refuse(part?.kind === "region" ? `has no region "${part.name}"` : "has no such lines");
	}
}

const NOTHING = { kind: "refused", rule: "cannot be read here" } as const;

interface FoundPart {
	readonly file: string;
	readonly text: string;
}

/** Parses Markdown of another file at this position. Its problems are reported at the including line. */
function parseIncluded(state: StateBlock, line: number, { file, text }: FoundPart): void {
	const notes = notesOf(state.env);
	// Cached search results contain positions in one text, so the other text needs its own cache.
	const { found } = notes;
	const firstProblem = notes.problems.length;
	const firstToken = state.tokens.length;
	notes.found = new Map();
	notes.including.push(file);
	state.md.block.parse(text, state.md, state.env, state.tokens);
	notes.including.pop();
	notes.found = found;
	for (const token of state.tokens.slice(firstToken)) {
		if (token.map !== null) token.map = [line, line + 1];
		token.level += state.level;
	}
	const problems = notes.problems.splice(firstProblem);
	notes.problems.push(
		...problems.map(({ message }) => ({ message, line: line + notes.firstLine })),
	);
}

const COMMENT = String.raw`^[ \t]*(?:\/\/|\/\*|#|<!--|--|;|%|\*|\{\/\*)[ \t]*`;

/** Region marks of editors, mdBook and MkDocs, in comments of any language. */
const MARK = new RegExp(
	[
		String.raw`${COMMENT}#?(end)?region\b[ \t]*([\w.*-]{1,100})?[ \t]*(?:-->|\*\/\}?)?[ \t]*$`,
		String.raw`${COMMENT}ANCHOR(_END)?:[ \t]*([\w-]{1,100})`,
		String.raw`${COMMENT}-{1,8}8<-{1,8}[ \t]*\[(start|end):[ \t]*([\w.*-]{1,100})\]`,
	].join("|"),
);

/**
 * Extracts a part of a file, without region marks. A part also loses its common indentation.
 *
 * @returns `undefined` when there is no such part.
 */
export function selectPart(text: string, part: IncludedPart | undefined): string | undefined {
	const lines = text.replace(/\r\n?/g, "\n").replace(/\n$/, "").split("\n");
	// Most files have no regions, and one test of the whole text is faster than a test of each line.
	if (part === undefined && !/region|ANCHOR|8<-/.test(text)) return lines.join("\n");
	if (part === undefined) return lines.filter((line) => markOf(line) === undefined).join("\n");
	const chosen =
		part.kind === "lines"
			? part.ranges.flatMap(({ from, to }) => lines.slice(from - 1, to))
			: linesOfRegion(lines, part.name);
	return chosen === undefined || chosen.length === 0
		? undefined
		: outdent(chosen.filter((line) => markOf(line) === undefined)).join("\n");
}

function linesOfRegion(lines: readonly string[], name: string): readonly string[] | undefined {
	const start = lines.findIndex((line) => isMark(line, name, "start"));
	if (start === -1) return undefined;
	const end = lines.findIndex((line, index) => index > start && isMark(line, name, "end"));
	return lines.slice(start + 1, end === -1 ? undefined : end);
}

function isMark(line: string, name: string, kind: Mark["kind"]): boolean {
	const mark = markOf(line);
	return mark?.kind === kind && (mark.name === name || (kind === "end" && mark.name === ""));
}

interface Mark {
	readonly kind: "start" | "end";
	/** Empty for an end mark without a name. */
	readonly name: string;
}

function markOf(line: string): Mark | undefined {
	const match = MARK.exec(line);
	if (match === null) return undefined;
	const [, endRegion, region, endAnchor, anchor, cut, cutName] = match;
	const isEnd = endRegion !== undefined || endAnchor !== undefined || cut === "end";
	const name = region ?? anchor ?? cutName ?? "";
	// A region without a name cannot be included, and may be an ordinary comment.
	if (name === "" && !isEnd) return undefined;
	return { kind: isEnd ? "end" : "start", name };
}

function outdent(lines: readonly string[]): readonly string[] {
	const indents = lines
		.filter((line) => line.trim() !== "")
		.map((line) => /^[ \t]*/.exec(line)?.[0] ?? "");
	const least = Math.min(...indents.map(({ length }) => length));
	return Number.isFinite(least) ? lines.map((line) => line.slice(least)) : lines;
}
