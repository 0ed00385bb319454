import type { MarkdownIt, StateCore, Token } from "markdown-it";
import { noteOnce, noteProblemAt, notesOf } from "./body-notes.ts";

/**
 * Reports what an author probably meant otherwise: the parser accepts it, but shows it as text, drops a
 * part of it, or shows the rest of the page in it.
 */
export function slips(markdown: MarkdownIt): void {
	markdown.core.ruler.push("slips", (state) => {
		const lines = state.src.split("\n");
		let level = 1;
		for (const [index, token] of state.tokens.entries()) {
			if (token.type === "fence") checkFence(state, token, lines);
			if (token.type === "table_open") checkTable(state, index, lines);
			if (token.type === "heading_open") {
				const next = Number(token.tag.slice(1));
				if (next > level + 1 && level > 1) {
					noteProblemAt(
						state.env,
						token,
						`Heading of level ${next} follows a heading of level ${level}`,
					);
				}
				level = next;
			}
			if (token.type === "inline") checkInline(state, token);
		}
	});
}

function checkFence({ env }: StateCore, token: Token, lines: readonly string[]): void {
	const [from = 0, to = 0] = token.map ?? [];
	// Boxes of other generators write code blocks without a fence in the source.
	if (token.map === null || lines[from]?.includes(token.markup) !== true) return;
	const last = lines[to - 1]?.replace(/^[\s>]+/, "").trimEnd() ?? "";
	const isClosed = to - from > 1 && last.startsWith(token.markup) && /^(`+|~+)$/.test(last);
	if (isClosed) return;
	noteProblemAt(env, token, `Code block has no end: end it with a line of "${token.markup}"`);
}

/** Columns of each row, which must be those of the header. */
function checkTable({ env, tokens }: StateCore, start: number, lines: readonly string[]): void {
	let columns = 0;
	for (const token of tokens.slice(start)) {
		if (token.type === "table_close") return;
		const line = token.map?.[0];
		if (token.type !== "tr_open" || line === undefined) continue;
		const cells = cellsOf(lines[line] ?? "");
		if (columns === 0) columns = cells;
		else if (cells !== columns) {
			const rest = cells > columns ? "the others are left out" : "the others are empty";
			noteProblemAt(
				env,
				token,
				`Row has ${cells} cells, and its table has ${columns} columns: ${rest}`,
			);
		}
	}
}

function cellsOf(line: string): number {
	const row = line
		.trim()
		.replace(/^[>\s]*(?:[-*+]\s+)?\|/, "")
		.replace(/(?<!\\)\|$/, "");
	return row.split(/(?<!\\)\|/).length;
}

/** A header whose line of dashes has another number of cells. */
const DASHES = /^[ \t]*\|?(?:[ \t]*:?-{2,}:?[ \t]*\|)*[ \t]*:?-{2,}:?[ \t]*\|?[ \t]*$/;

const ELEMENT =
	/<\/?(a|abbr|b|br|center|code|del|details|div|em|figure|font|h[1-6]|hr|i|iframe|img|ins|kbd|li|mark|ol|p|picture|pre|s|small|source|span|strong|sub|summary|sup|table|tbody|td|th|thead|tr|u|ul|video)\b[^<>]{0,500}>/gi;

/** What stays in a text if a mark is wrong, and what the author should write. */
const SLIPS: readonly (readonly [pattern: RegExp, message: (...parts: string[]) => string])[] = [
	[
		/(!?)\[[^\]\n]{0,200}\]\(([^\s()<>"']+(?:[ ][^\s()<>"']+)+)\)/g,
		(_all, mark, address) =>
			`Address of ${mark === "!" ? "an image" : "a link"} has spaces: write "<${address}>" or "${encodeURI(address ?? "")}"`,
	],
	[
		/\[\^([^\]\s]{1,80})\](?!:)/g,
		(_all, name) => `Footnote "${name}" is not defined: add a line "[^${name}]: …"`,
	],
	[
		/(?<![\w)\]!\\])\[([^\]\n^!]{1,200})\]\[([^\]\n]{0,200})\]/g,
		(all, text, name) => `Link "${all}" is shown as text: add a line "[${name || text}]: address"`,
	],
];

function checkInline({ env, md }: StateCore, token: Token): void {
	const children = token.children ?? [];
	const note = (message: string, line = 0): void =>
		noteOnce(env, message, (token.map?.[0] ?? 0) + line + notesOf(env).firstLine);
	const rows = token.content.split("\n");
	for (const [index, row] of rows.entries()) {
		const header = rows[index - 1];
		if (header?.includes("|") && row.includes("-") && DASHES.test(row) && /\||^[ \t]*-/.test(row)) {
			const [above, below] = [cellsOf(header), cellsOf(row)];
			if (above !== below) {
				note(
					`Table is shown as text: its header has ${above} cells, and the line below has ${below}`,
					index - 1,
				);
			}
		}
	}
	let line = 0;
	let text = "";
	const check = (): void => {
		for (const [pattern, message] of SLIPS) {
			for (const found of text.matchAll(pattern)) note(message(...found), line);
		}
		if (!md.options.html) {
			for (const [, name = ""] of text.matchAll(ELEMENT)) {
				note(
					`HTML element "${name.toLowerCase()}" is shown as text: set "markdown.html" in site.yaml`,
					line,
				);
			}
		}
		text = "";
	};
	for (const [index, child] of children.entries()) {
		if (child.type === "softbreak" || child.type === "hardbreak") {
			check();
			line += 1;
		} else text += child.type === "text" ? child.content : " ";
		const isEmptyLink =
			child.type === "link_open" &&
			child.attrGet("href") === "" &&
			child.meta?.["isByName"] !== true;
		if (isEmptyLink) note(`Link "${children[index + 1]?.content ?? ""}" has no address`, line);
	}
	check();
}
