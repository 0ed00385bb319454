import type { MarkdownIt, StateBlock, StateCore, StateInline, Token } from "markdown-it";
import { isCode } from "./lines.ts";

/** The part of the parser's state that creates tokens. */
export type TokenMaker = Pick<StateBlock | StateCore | StateInline, "Token">;

/** Writes a block. @returns The first line after it. */
export type WriteBlock = () => number;

/**
 * Looks for a block that starts on a line.
 *
 * @param silent Whether the parser only checks if the line ends a paragraph.
 * @returns `undefined` when no such block starts there.
 */
export type ReadBlock = (
	state: StateBlock,
	line: number,
	endLine: number,
	silent: boolean,
) => WriteBlock | undefined;

export interface BlockOptions {
	/** Name of the rule that follows this one. */
	readonly before?: string;
	/** Kinds of blocks that this block may interrupt. */
	readonly interrupts?: string[];
}

/** Adds a rule for a block. The rule is skipped for lines of indented code. */
export function addBlock(
	markdown: MarkdownIt,
	name: string,
	read: ReadBlock,
	{
		before = "fence",
		interrupts = ["paragraph", "reference", "blockquote", "list"],
	}: BlockOptions = {},
): void {
	const parse = (state: StateBlock, line: number, endLine: number, silent: boolean): boolean => {
		const write = isCode(state, line) ? undefined : read(state, line, endLine, silent);
		if (write === undefined) return false;
		if (!silent) state.line = write();
		return true;
	};
	markdown.block.ruler.before(before, name, parse, { alt: interrupts });
}

export interface InlineOptions {
	/** Name of the rule that follows this one. */
	readonly before?: string;
	/** Must be sticky. */
	readonly pattern: RegExp;
	readonly write: (state: StateInline, match: RegExpExecArray) => void;
}

/** Adds a rule for the text that a pattern matches. */
export function addInline(
	markdown: MarkdownIt,
	name: string,
	{ before = "emphasis", pattern, write }: InlineOptions,
): void {
	markdown.inline.ruler.before(before, name, (state, silent) => {
		pattern.lastIndex = state.pos;
		const match = pattern.exec(state.src);
		if (match === null) return false;
		if (!silent) write(state, match);
		state.pos += match[0].length;
		return true;
	});
}

/** Renders tokens with our own HTML. Unlike an author's HTML, it is not filtered. */
export function markup({ renderer }: MarkdownIt): void {
	renderer.rules["markup"] = (tokens, index) => tokens[index]?.content ?? "";
}

export function markupToken(html: string, { Token: TokenClass }: TokenMaker): Token {
	const token = new TokenClass("markup", "", 0);
	token.content = html;
	return token;
}
