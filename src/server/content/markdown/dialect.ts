import type { MarkdownIt } from "markdown-it";

/** Extensions of Markdown by another generator. */
export interface Dialect {
	/** Adds rules to the parser. @param html Whether an author's HTML passes. */
	readonly addRules?: (markdown: MarkdownIt, options: { readonly html: boolean }) => void;
	/** Rewrites the text before it is parsed; every line keeps its number. */
	readonly rewrite?: (text: string) => string;
	/** Parses a line that includes another file. */
	readonly readInclude?: (line: string) => Include | undefined;
	/** @returns A reader for an HTML table with another meaning, such as cards. */
	readonly readTable?: (attributes: Readonly<Record<string, string>>) => TableReader | undefined;
}

export function rewritten(text: string, dialects: readonly Dialect[]): string {
	return dialects.reduce((current, { rewrite }) => rewrite?.(current) ?? current, text);
}

/** Output for a tag of a table. */
export interface TableTag {
	readonly html: string;
	/** Whether the content of the element is dropped. */
	readonly isSilent: boolean;
}

/** Writes other HTML instead of a table. */
export interface TableReader {
	/** @returns `undefined` for a tag that is not part of the table. */
	readonly start: (
		name: string,
		attributes: Readonly<Record<string, string>>,
	) => TableTag | undefined;
	readonly end: (name: string) => TableTag | undefined;
}

/** Reference to text of another file. */
export interface Include {
	/** As the author wrote it. */
	readonly address: string;
	/** The included part; absent: the whole file. */
	readonly part?: IncludedPart;
	/** Info string of a code block; absent: Markdown files are parsed, and other files are code. */
	readonly info?: string;
}

/** A region by its name, or lines. */
export type IncludedPart =
	| { readonly kind: "region"; readonly name: string }
	| { readonly kind: "lines"; readonly ranges: readonly LineRange[] };

/** Line numbers, counted from 1, both ends included. */
export interface LineRange {
	readonly from: number;
	readonly to: number;
}

interface IncludeRequest {
	/** The including file, relative to the site folder. */
	readonly from: string;
	readonly address: string;
	/** Receives the stamp of each file that was checked; empty for a missing file. */
	readonly seen: Map<string, string>;
}

/** Reads a file that a page includes. */
export type ReadInclude = (request: IncludeRequest) =>
	| {
			readonly kind: "read";
			readonly file: string;
			readonly text: string;
			/** Milliseconds since the Unix epoch. */
			readonly modifiedMs: number;
	  }
	| { readonly kind: "refused"; readonly rule: string };

export const REGION_NAME = String.raw`[\w.*-]{1,100}`;

/** `a.rs:2:10`, `a.rs::10`, `a.rs:2:` or `a.rs:name`. */
export function withSelector(text: string): Include {
	const [, address = text, first, second] = /^(.+?):([\w-]*)(?::(\d*))?$/.exec(text) ?? [];
	if (first === undefined) return { address: text };
	if (/^\d*$/.test(first)) {
		return { address, part: linesOf(first, second ?? first) };
	}
	return { address, part: { kind: "region", name: first } };
}

export function linesOf(from: string, to: string): IncludedPart {
	const range = {
		from: from === "" ? 1 : Number(from),
		to: to === "" ? Number.MAX_SAFE_INTEGER : Number(to),
	};
	return { kind: "lines", ranges: [range] };
}
