/** What stands after the fence of a code block. */
export interface InfoString {
	/** In lower case; empty when none is named. */
	readonly language: string;
	/** Empty when none is named. */
	readonly fileName: string;
	/** Lines to mark, counted from 1. */
	readonly lines: ReadonlySet<number>;
	/** The number of the first line; absent where lines have none. */
	readonly firstNumber: number | undefined;
}

/** A language, a file name and a list of lines have room in it. */
const MAX_CHARACTERS = 500;

/** More marked lines than any block shown to people has. */
const MAX_LINE = 10_000;

/**
 * Reads an info string in the dialects that are in use: `tsx filename=app.tsx lines=[1,3-4]`,
 * `js {1,3} title="app.js"`, `js:app.js`, `ts [app.ts]`.
 */
export function parseInfoString(info: string): InfoString {
	const text = info.trim().slice(0, MAX_CHARACTERS);
	const [first = "", ...rest] = text.split(/\s+/);
	// An option in the first place leaves the language open.
	const named = /^[\w-]+=/.test(first) ? "" : first.replace(/[{[,].*$/, "");
	const [name = "", ...afterColon] = named.split(":");
	// `tsx src/main.tsx`: a word with a dot inside can only be a file.
	const bareFile = rest.find((word) => /^[\w./@-]+\.\w+$/.test(word)) ?? "";
	const options = text.slice(name.length);
	return {
		firstNumber: firstNumberOf(text),
		language: name.toLowerCase(),
		fileName: fileNameOf(options) || afterColon.join(":") || bareFile,
		lines: parseLines(linesOf(options)),
	};
}

/** VitePress, Material for MkDocs, Docusaurus and Hugo. */
function firstNumberOf(text: string): number | undefined {
	const [found, vitepress, material, start] =
		/:line-numbers(?:=(\d{1,5}))?|\blinenums=["']?(\d{1,5})|\bshowLineNumbers(?:=(?:\{?(\d{1,5})\}?))?(?!=)/.exec(
			text,
		) ?? [];
	if (found !== undefined) return Number(vitepress ?? material ?? start ?? 1);
	return /\bline(?:nos|numbers)=["']?(?:true|table|inline)/i.test(text)
		? Number(/\blinenostart=["']?(\d{1,5})/i.exec(text)?.[1] ?? 1)
		: undefined;
}

/** Material for MkDocs puts spaces between them. */
function linesOf(options: string): string {
	const spaced = /\bhl_lines=["']([\d\s-]+)["']/.exec(options)?.[1];
	if (spaced !== undefined) return spaced.trim().replaceAll(/\s+/g, ",");
	return /(?:\blines?=\[?|\{)([\d,\s-]+)[\]}]?/.exec(options)?.[1] ?? "";
}

function fileNameOf(options: string): string {
	const match = /\b(?:filename|file|title)=(?:"([^"]*)"|'([^']*)'|(\S+))/.exec(options);
	const bracketed = /(?:^|\s)\[([^\]=]*\.[^\]=]*)\]/.exec(options);
	return match?.[1] ?? match?.[2] ?? match?.[3] ?? bracketed?.[1] ?? "";
}

function parseLines(list: string): Set<number> {
	const lines = new Set<number>();
	for (const range of list.split(",")) {
		const [, from, to] = /^\s*(\d+)(?:-(\d+))?\s*$/.exec(range) ?? [];
		if (from === undefined) continue;
		const last = Math.min(Number(to ?? from), MAX_LINE);
		for (let line = Number(from); line <= last; line++) lines.add(line);
	}
	return lines;
}
