import type { MarkdownIt, StateBlock } from "markdown-it";
import { type BodyEnvironment, type BodyNotes, notesOf } from "../body-notes.ts";
import { lineOf } from "../containers/line-of.ts";
import { resolveTemplateLinks } from "../template-links.ts";
import { type Include, type ReadInclude, readCodeInclude, readIncludeLine } from "./include.ts";
import { selectPart } from "./select-part.ts";

export interface IncludesOptions {
	/** Absent: nothing is included. */
	readonly readInclude: ReadInclude | undefined;
}

/** Of all files that one page reads together: more is a mistake, or meant to keep us busy. */
const MAX_CHARACTERS = 1_000_000;

/** Looking for a file takes as long as reading so many characters. */
const COST_OF_FILE = 1000;

const TOO_MUCH = `Included files must not have more than ${MAX_CHARACTERS} characters together: this one is left out`;

/** Included pages may include others. */
const MAX_DEPTH = 5;

/** What all lines that include something have in them. */
const HINT = /<<<|8<|\{\{#|\{\*|@include/;

/**
 * Shows files of the site folder in pages: `<<< @/a.ts#main`, `--8<-- "a.md"`, `{{#include a.rs:main}}`,
 * `<!--@include: ./a.md-->`, as blocks of their own and as lines of code blocks.
 */
export function includes(markdown: MarkdownIt, { readInclude }: IncludesOptions): void {
	const read = readInclude ?? (() => NOTHING);
	markdown.block.ruler.before("fence", "include", parseInclude, {
		alt: ["paragraph", "reference", "blockquote", "list"],
	});
	markdown.core.ruler.after("block", "included_code", ({ tokens, env }) => {
		for (const token of tokens) {
			if (token.type !== "fence" || !HINT.test(token.content)) continue;
			token.content = includeInCode(token.content, {
				env,
				line: (token.map?.[0] ?? 0) + notesOf(env).firstLine + 1,
				read,
			});
		}
	});

	function parseInclude(
		state: StateBlock,
		line: number,
		_endLine: number,
		silent: boolean,
	): boolean {
		const text = lineOf(state, line);
		if (!HINT.test(text) || (state.sCount[line] ?? 0) - state.blkIndent >= 4) return false;
		const code = readCodeInclude(text);
		const include = code ?? readIncludeLine(text);
		if (include === undefined) return false;
		if (silent) return true;
		const place = { env: state.env, line: line + notesOf(state.env).firstLine, read };
		const found = takePart(include, place);
		if (found !== undefined && (code !== undefined || !/\.mdx?$/i.test(found.file))) {
			const fence = state.push("fence", "code", 0);
			fence.info = code?.info ?? /\.([\w+-]+)$/.exec(found.file)?.[1] ?? "";
			fence.content = `${found.text}\n`;
			fence.markup = "```";
			fence.map = [line, line + 1];
		} else if (found !== undefined) parseIncluded(state, line, found);
		state.line = line + 1;
		return true;
	}
}

const NOTHING = { kind: "refused", rule: "cannot be read here" } as const;

interface IncludePlace {
	readonly env: BodyEnvironment | undefined;
	/** Of the file, counted from 1. */
	readonly line: number;
	readonly read: ReadInclude;
}

interface FoundPart {
	readonly file: string;
	readonly text: string;
}

/** @returns `undefined` where there is nothing to show; then there is a problem. */
function takePart(
	{ address, part }: Include,
	{ env, line, read }: IncludePlace,
): FoundPart | undefined {
	const notes = notesOf(env);
	const from = notes.including.at(-1) ?? notes.file;
	if (notes.includedCharacters > MAX_CHARACTERS) {
		notes.problems.push({ line, message: TOO_MUCH });
		return undefined;
	}
	const reading = read({ from, address, seen: notes.included });
	const refuse = (rule: string): undefined => {
		notes.problems.push({ line, message: `Included file "${address}" ${rule}` });
	};
	if (reading.kind === "refused") return refuse(reading.rule);
	const { file } = reading;
	notes.includedCharacters += reading.text.length + COST_OF_FILE;
	if (notes.including.includes(file) || file === notes.file) return refuse("includes itself");
	if (notes.including.length >= MAX_DEPTH)
		return refuse(`is included over more than ${MAX_DEPTH} others`);
	const text = selectPart(reading.text, part);
	if (text === undefined) {
		return refuse(part?.kind === "region" ? `has no region "${part.name}"` : "has no such lines");
	}
	return { file, text };
}

/** Parses Markdown of another file as if it stood here; what is wrong in it is wrong with this line. */
function parseIncluded(state: StateBlock, line: number, { file, text }: FoundPart): void {
	const notes = notesOf(state.env);
	const kept = searchesOf(notes);
	const firstProblem = notes.problems.length;
	const firstToken = state.tokens.length;
	Object.assign(notes, FRESH_SEARCHES);
	notes.including.push(file);
	state.md.block.parse(resolveTemplateLinks(text), state.md, state.env, state.tokens);
	notes.including.pop();
	Object.assign(notes, kept);
	for (const token of state.tokens.slice(firstToken)) {
		if (token.map !== null) token.map = [line, line + 1];
		token.level += state.level;
	}
	const found = notes.problems.splice(firstProblem);
	notes.problems.push(...found.map(({ message }) => ({ message, line: line + notes.firstLine })));
}

/** What is known of the places in one text means nothing in another. */
function searchesOf({
	tags,
	lastContainerEnd,
	shortcodeEnds,
	lastElementEnd,
	lastCommentEnd,
}: BodyNotes) {
	return { tags, lastContainerEnd, shortcodeEnds, lastElementEnd, lastCommentEnd };
}

const FRESH_SEARCHES = {
	tags: undefined,
	lastContainerEnd: undefined,
	shortcodeEnds: undefined,
	lastElementEnd: Number.POSITIVE_INFINITY,
	lastCommentEnd: Number.POSITIVE_INFINITY,
};

function includeInCode(code: string, place: IncludePlace): string {
	return code
		.split("\n")
		.map((text, index) => {
			const line = text.trimStart();
			const include = HINT.test(line) ? readIncludeLine(line) : undefined;
			if (include === undefined || line.startsWith("<!--")) return text;
			const indent = text.slice(0, text.length - line.length);
			const found = takePart(include, { ...place, line: place.line + index });
			return found?.text.replaceAll(/^(?=.)/gm, indent) ?? "";
		})
		.join("\n");
}
