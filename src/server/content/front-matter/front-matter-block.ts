/** The front matter of a page file, still as text. */
export interface FrontMatterBlock {
	readonly kind: "block";
	readonly format: "yaml" | "toml" | "json";
	readonly source: string;
	/** Line of the file on which the source starts, counted from 1. */
	readonly sourceLine: number;
	/** Text after the front matter. */
	readonly body: string;
	readonly bodyLine: number;
}

/** Result of the search for front matter. */
export type FrontMatterFinding =
	| FrontMatterBlock
	| { readonly kind: "none"; readonly body: string }
	/** The start looks like front matter, but its end or its format is unclear. */
	| { readonly kind: "unclear"; readonly line: number; readonly rule: string };

/** A fence, with an optional language and an optional comment. */
const FENCE = /^(---|\+\+\+)[ \t]*([A-Za-z]*)[ \t]*(?:#[^\n]*)?(?:\n|$)/;

/** A line with a key, after optional comments and blank lines. */
const KEY = /^(?:[ \t]*(?:#[^\n]*)?\n)*[ \t]*["']?[A-Za-z_][\w.-]*["']?[ \t]*[:=]/;

/** More than three dashes before a key, or a key on the line of the dashes. */
const ALMOST_FENCE =
	/^(?:-{4,}[ \t]*\n(?=[A-Za-z_][\w.-]*[ \t]*:)|---[ \t]*["']?[A-Za-z_][\w.-]*["']?[ \t]*:)/;

const END_OF_FENCE = { "---": /^(?:---|\.\.\.)[ \t]*$/m, "+++": /^\+\+\+[ \t]*$/m } as const;

const END_OF_JSON = /^\}[ \t]*$/m;

/**
 * Finds the front matter of a page: between dashes as YAML, between pluses as TOML, in braces
 * as JSON. Blank lines and comments may precede it, as in other generators.
 *
 * @param text Text with line feeds only.
 */
export function findFrontMatter(text: string): FrontMatterFinding {
	const start = skipBlank(text);
	const rest = text.slice(start);
	if (ALMOST_FENCE.test(rest)) return unclear("start with a line of three dashes alone", start);
	if (/^\{\s*"/.test(rest)) {
		const brace = END_OF_JSON.exec(rest);
		if (brace === null) return unclear('end with a line of "}"', start);
		return block("json", start, { at: start + brace.index + 1, line: brace[0].slice(1) });
	}
	const [fenceLine = "", fence, language = ""] = FENCE.exec(rest) ?? [];
	if (fence !== "---" && fence !== "+++") return { kind: "none", body: text };
	const inside = rest.slice(fenceLine.length);
	const end = END_OF_FENCE[fence].exec(inside);
	// Without a key after it, a line of dashes is a horizontal rule.
	if (!KEY.test(inside) && (end === null || start > 0)) return { kind: "none", body: text };
	const marks = fence === "---" ? "dashes" : "pluses";
	if (end === null) return unclear(`end with a line of three ${marks}`);
	const format = formatOf(fence, language);
	if (format === undefined) return unclear(`be YAML, TOML or JSON and not "${language}"`);
	const first = start + fenceLine.length;
	return block(format, first, { at: first + end.index, line: end[0] });

	/** @param end Offset of the end of the source, and the text of the end line, which is in neither part. */
	function block(
		format: FrontMatterBlock["format"],
		from: number,
		end: { readonly at: number; readonly line: string },
	): FrontMatterBlock {
		const bodyStart = Math.min(end.at + end.line.length + 1, text.length);
		return {
			kind: "block",
			format,
			source: text.slice(from, end.at).replace(/\n$/, ""),
			sourceLine: lineAt(from),
			body: text.slice(bodyStart),
			bodyLine: lineAt(bodyStart),
		};
	}

	function unclear(rule: string, from = 0): FrontMatterFinding {
		return { kind: "unclear", line: lineAt(from), rule: `Front matter must ${rule}` };
	}

	function lineAt(offset: number): number {
		return text.slice(0, offset).split("\n").length;
	}
}

function formatOf(fence: string, language: string): FrontMatterBlock["format"] | undefined {
	if (fence === "+++") return "toml";
	if (/^(?:ya?ml)?$/i.test(language)) return "yaml";
	return { toml: "toml" as const, json: "json" as const }[language.toLowerCase()];
}

/** @returns The offset of the end of blank space and comments. */
function skipBlank(text: string): number {
	let offset = 0;
	for (;;) {
		offset += /^\s*/.exec(text.slice(offset))?.[0].length ?? 0;
		if (!text.startsWith("<!--", offset)) return offset;
		const end = text.indexOf("-->", offset);
		if (end === -1) return offset;
		offset = end + "-->".length;
	}
}
