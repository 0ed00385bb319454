import { escapeText } from "../../../shared/document/html.ts";
import { fenceAfter } from "../markdown/lines.ts";
import { textOf } from "./json.ts";

/** Kind and text of an element, between two private-use characters. */
const MARK = /\uE000([a-z ]+)(?::([^\uE000\uE001]*))?\uE001/g;

/** Removes marks from an author's text, so that authors cannot write elements. */
export function withoutMarks(text: string): string {
	return text.replace(/[\uE000\uE001]|&#(?:x0*e00[01]|0*5734[45]);/gi, "");
}

/** A framed word, such as the method of an operation. */
export function badge(kind: string, text: string): string {
	return `\uE000${kind}:${text}\uE001`;
}

/** The name of a parameter or property, at the start of its item. */
export function term(name: string): string {
	return `\uE000term\uE001${code(name)}\uE000end\uE001`;
}

/** Replaces marks by elements. Authors cannot write marks, so all elements come from this file. */
export function withElements(html: string): string {
	return html.replace(MARK, (_mark, kind: string, text: string | undefined) => {
		if (kind === "end") return "</span>";
		const opening = `<span class="${kind.replaceAll(/[a-z]+/g, "api-$&")}">`;
		return text === undefined ? opening : `${opening}${escapeText(text)}</span>`;
	});
}

/** Escapes text for Markdown, on one line. */
export function plain(value: unknown): string {
	return withoutMarks(textOf(value))
		.replace(/\s+/g, " ")
		.trim()
		.replace(/[!-/:-@[-`{-~]/g, "\\$&");
}

/** A value as code on one line. */
export function code(value: unknown): string {
	const given = typeof value === "string" ? value : JSON.stringify(value);
	const text = withoutMarks(given).replace(/\s+/g, " ");
	if (text.trim() === "") return '`""`';
	const longest = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
	const marks = "`".repeat(longest + 1);
	return longest === 0 ? marks + text + marks : `${marks} ${text} ${marks}`;
}

/** Longer examples are cut, so that readers find the content after them. */
const MAX_EXAMPLE_LINES = 60;

const MAX_LINE = 400;

export function codeBlock(language: string, text: string): string {
	const lines = withoutMarks(text)
		.split("\n")
		.map((line) => (line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line));
	const shown = lines.slice(0, MAX_EXAMPLE_LINES);
	if (shown.length < lines.length) shown.push("…");
	return `~~~~~~${language}\n${shown.join("\n").replace(/^~{6,}/gm, "")}\n~~~~~~`;
}

/** Prepares an author's Markdown for use in a page: headings become bold, an open code block ends. */
export function prose(value: unknown): string {
	let fence: string | undefined;
	const lines = withoutMarks(textOf(value))
		.trim()
		.split(/\r?\n/)
		.map((line) => {
			const isInside = fence !== undefined;
			fence = fenceAfter(line.trimStart(), fence);
			if (isInside || fence !== undefined) return line;
			return line
				.replace(/^[ \t]{0,3}#{1,6}[ \t]+(.+)$/, "\n**$1**\n")
				.replace(/^[ \t]{0,3}(?:=+|-+)[ \t]*$/, "");
		});
	return [...lines, ...(fence === undefined ? [] : [fence])].join("\n").trim();
}

/** An item of a list, with blocks inside. */
export function item(head: string, ...blocks: readonly string[]): string {
	return `- ${[head, ...blocks]
		.filter((block) => block !== "")
		.join("\n\n")
		.replace(/\n(?=.)/g, "\n  ")}`;
}

export function joined(...blocks: readonly string[]): string {
	return blocks.filter((block) => block !== "").join("\n\n");
}
