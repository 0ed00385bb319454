/** Where a page takes text from. */
export interface Include {
	/** As the author wrote it. */
	readonly address: string;
	/** Which part of the file; absent: all of it. */
	readonly part?: IncludedPart;
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

/** As FastAPI's documentation has it: `ln` takes lines out, and `hl` marks some, by their numbers in the file. */
const VARIANTS =
	/^\{\*[ \t]+([^\s{}*[\]]{1,300})((?:[ \t]+(?:ln|hl|title)\[[^[\]\n]{0,200}\]){0,3})[ \t]*\*\}[ \t]*$/;

/**
 * @example
 * readCodeInclude("<<< @/a.ts{1,3}"); // { address: "@/a.ts", info: "ts {1,3}" }
 */
export function readCodeInclude(line: string): CodeInclude | undefined {
	const variants = VARIANTS.exec(line);
	if (variants !== null) return withVariants(variants[1] ?? "", variants[2] ?? "");
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

function withVariants(address: string, options: string): CodeInclude {
	const optionOf = (name: string): string =>
		new RegExp(`${name}\\[([^\\]]*)\\]`).exec(options)?.[1] ?? "";
	const ranges = rangesOf(optionOf("ln"));
	const marked = rangesOf(optionOf("hl"))
		.map(({ from, to }) => `${lineAmong(ranges, from)}-${lineAmong(ranges, to)}`)
		.join(",");
	const title = optionOf("title");
	const parts = [
		/\.([\w+-]+)$/.exec(address)?.[1] ?? "",
		marked === "" ? "" : `{${marked}}`,
		title === "" ? "" : `title=${title}`,
	];
	return {
		address,
		info: parts.filter((part) => part !== "").join(" "),
		...(ranges.length === 0 ? {} : { part: { kind: "lines", ranges } }),
	};
}

/** `6,19:20` */
function rangesOf(text: string): readonly LineRange[] {
	return Array.from(text.matchAll(/(\d{1,6})(?::(\d{1,6}))?/g), ([, from = "1", to = from]) => ({
		from: Number(from),
		to: Number(to),
	}));
}

/** @returns Which of the lines that are shown it is. */
function lineAmong(ranges: readonly LineRange[], line: number): number {
	let above = 0;
	for (const { from, to } of ranges) {
		if (line <= to) return above + Math.max(line - from + 1, 1);
		above += to - from + 1;
	}
	return ranges.length === 0 ? line : above;
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
	const range = {
		from: from === "" ? 1 : Number(from),
		to: to === "" ? Number.MAX_SAFE_INTEGER : Number(to),
	};
	return { kind: "lines", ranges: [range] };
}
