import type { MarkdownIt } from "markdown-it";

/** What one other generator adds to Markdown. */
export interface Dialect {
	/** Adds rules to the parser. @param html Whether an author's HTML passes. */
	readonly addRules?: (markdown: MarkdownIt, options: { readonly html: boolean }) => void;
	/** Rewrites the text before it is parsed; every line stays on its own. */
	readonly rewrite?: (text: string) => string;
	/** Reads a line that stands for text of another file. */
	readonly readInclude?: (line: string) => Include | undefined;
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

/** Where a page takes text from. */
export interface Include {
	/** As the author wrote it. */
	readonly address: string;
	/** Which part of the file; absent: all of it. */
	readonly part?: IncludedPart;
	/** Of a code block: what would stand behind its fence. Absent: Markdown stays Markdown. */
	readonly info?: string;
}

/** A region by its name, or lines. */
export type IncludedPart =
	| { readonly kind: "region"; readonly name: string }
	| { readonly kind: "lines"; readonly ranges: readonly LineRange[] };

/** Counted from 1, both ends included. */
export interface LineRange {
	readonly from: number;
	readonly to: number;
}

interface IncludeRequest {
	/** The file that asks, relative to the site folder. */
	readonly from: string;
	readonly address: string;
	/** Takes what was looked at: stamps by file, empty for none. */
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
