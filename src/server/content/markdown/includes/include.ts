/** Where a page takes text from. */
export interface Include {
	/** As the author wrote it. */
	readonly address: string;
	/** Which part of the file; absent: all of it. */
	readonly part?: IncludedPart;
}

/** A region by its name, or lines, counted from 1, both ends included. */
export type IncludedPart =
	| { readonly kind: "region"; readonly name: string }
	| { readonly kind: "lines"; readonly from: number; readonly to: number };

export interface IncludeRequest {
	/** The file that asks, relative to the site folder. */
	readonly from: string;
	readonly address: string;
	/** Takes what was looked at: stamps by file, empty for none. */
	readonly seen: Map<string, string>;
}

/** Reads a file that a page includes. */
export type ReadInclude = (
	request: IncludeRequest,
) =>
	| { readonly kind: "read"; readonly file: string; readonly text: string }
	| { readonly kind: "refused"; readonly rule: string };

const REGION_NAME = String.raw`[\w.*-]{1,100}`;

/** `{1,3-5}` and `{ts:line-numbers}` behind the address are for the reader of the info string. */
const VITEPRESS = new RegExp(String.raw`^<<<[ \t]+([^\s#{}[\]]{1,300})(?:#(${REGION_NAME}))?`);

const SNIPPET = /^-{1,8}8<-{1,8}[ \t]+"([^"\n]{1,300})"[ \t]*$/;

const MDBOOK =
	/^\{\{#(?:include|rustdoc_include|playground)[ \t]+([^\s{}]{1,300})(?:[ \t][^{}\n]{0,100})?\}\}[ \t]*$/;

const COMMENT = new RegExp(
	String.raw`^<!--[ \t]*@include:[ \t]*([^\s#{}]{1,300})(?:#(${REGION_NAME}))?(?:\{(\d{0,6}),(\d{0,6})\})?[ \t]*-->[ \t]*$`,
);

/**
 * Reads a line that stands for text of another file, as VitePress, MkDocs and mdBook write it.
 *
 * @example
 * readIncludeLine("{{#include a.rs:main}}"); // { address: "a.rs", part: { kind: "region", name: "main" } }
 */
export function readIncludeLine(line: string): Include | undefined {
	const snippet = SNIPPET.exec(line)?.[1] ?? MDBOOK.exec(line)?.[1];
	if (snippet !== undefined) return withSelector(snippet);
	const [, address, region, from, to] = COMMENT.exec(line) ?? [];
	if (address === undefined) return undefined;
	if (region !== undefined) return { address, part: { kind: "region", name: region } };
	return from === undefined ? { address } : { address, part: linesOf(from, to ?? "") };
}

/** A whole code block out of a file. */
export interface CodeInclude extends Include {
	/** What would stand behind the fence. */
	readonly info: string;
}

/**
 * @example
 * readCodeInclude("<<< @/a.ts{1,3}"); // { address: "@/a.ts", info: "ts {1,3}" }
 */
export function readCodeInclude(line: string): CodeInclude | undefined {
	const [start, address, region] = VITEPRESS.exec(line) ?? [];
	if (start === undefined || address === undefined) return undefined;
	const rest = line.slice(start.length).trim();
	const [, lines = "", language] = /^\{([\d,-]*)[ \t]*([\w+#-]+)?(?::[^{}]*)?\}/.exec(rest) ?? [];
	const extension = /\.([\w+-]+)$/.exec(address)?.[1] ?? "";
	const numbers = /^\{[^}]*:line-numbers/.test(rest) ? " :line-numbers" : "";
	const label = /\[[^\]\n]{1,100}\][ \t]*$/.exec(rest)?.[0] ?? "";
	return {
		address,
		info: `${language ?? extension} ${lines === "" ? "" : `{${lines}}`}${numbers} ${label}`.trim(),
		...(region === undefined ? {} : { part: { kind: "region", name: region } }),
	};
}

/** `a.rs:2:10`, `a.rs::10`, `a.rs:2:` or `a.rs:name`. */
function withSelector(text: string): Include {
	const [, address = text, first, second] = /^(.+?):([\w-]*)(?::(\d*))?$/.exec(text) ?? [];
	if (first === undefined) return { address: text };
	if (/^\d*$/.test(first)) {
		return { address, part: linesOf(first, second ?? first) };
	}
	return { address, part: { kind: "region", name: first } };
}

function linesOf(from: string, to: string): IncludedPart {
	return {
		kind: "lines",
		from: from === "" ? 1 : Number(from),
		to: to === "" ? Number.MAX_SAFE_INTEGER : Number(to),
	};
}
