import type { MarkdownIt } from "markdown-it";
import type { ReadIncludeLine } from "./includes/include.ts";

/** What one other generator adds to Markdown. */
export interface Dialect {
	/** Adds rules to the parser. @param html Whether an author's HTML passes. */
	readonly addRules?: (markdown: MarkdownIt, options: { readonly html: boolean }) => void;
	/** Rewrites the text before it is parsed; every line stays on its own. */
	readonly rewrite?: (text: string) => string;
	readonly readInclude?: ReadIncludeLine;
	/** @returns A reader for a table of HTML that stands for something else. */
	readonly readTable?: (attributes: Readonly<Record<string, string>>) => TableReader | undefined;
}

export function rewritten(text: string, dialects: readonly Dialect[]): string {
	return dialects.reduce((current, { rewrite }) => rewrite?.(current) ?? current, text);
}

/** What is written for a tag of a table. */
export interface TableTag {
	readonly html: string;
	/** What is inside is not shown. */
	readonly isSilent: boolean;
}

/** Writes something else in the place of a table. */
export interface TableReader {
	/** @returns `undefined` for what is no part of the table. */
	readonly start: (
		name: string,
		attributes: Readonly<Record<string, string>>,
	) => TableTag | undefined;
	readonly end: (name: string) => TableTag | undefined;
}
