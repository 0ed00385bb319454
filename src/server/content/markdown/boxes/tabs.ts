import type { MarkdownIt, Token } from "markdown-it";
import { escapeAttribute, escapeText } from "../../../../shared/document/html.ts";
import { notesOf } from "../body-notes.ts";
import type { TokenMaker } from "./inline-tokens.ts";

/** Tells a group of tabs the labels of those that are its own, and not of a group inside. */
export function nameTabs(open: Token, inside: readonly Token[]): void {
	const labels: string[] = [];
	let depth = 0;
	for (const { type, content } of inside) {
		if (type === "tabs_open") depth += 1;
		if (type === "tabs_close") depth -= 1;
		if (depth === 0 && type === "tab_open") labels.push(content);
	}
	open.meta = { labels };
}

/** A label, not the name of a file: `[npm]`, but not `[app.ts]`. */
const LABEL = /(?:^|\s)\[[^\].]{1,40}\]/;

/**
 * Renders tabs as a group of radio buttons, each before its panel: they work without a script,
 * read one after the other where styles are missing, and are printed one below the other.
 */
export function tabs(markdown: MarkdownIt): void {
	const { rules } = markdown.renderer;
	markdown.core.ruler.after("block", "adjoining_fences", (state) => {
		if (state.tokens.some(({ type, info }) => type === "fence" && LABEL.test(info))) {
			state.tokens = groupFences(state.tokens, state);
		}
	});
	rules["tabs_open"] = (tokens, index, _options, env) => {
		const open = tokens[index];
		const notes = notesOf(env);
		notes.tabGroupCount += 1;
		notes.tabGroups.push({ number: notes.tabGroupCount, tab: 0 });
		const labels: unknown = open?.meta?.["labels"];
		const name = Array.isArray(labels) ? labels.join(", ") : "";
		return `<div class="tabs" role="group" aria-label="${escapeAttribute(name)}">\n`;
	};
	rules["tabs_close"] = (_tokens, _index, _options, env) => {
		notesOf(env).tabGroups.pop();
		return "</div>\n";
	};
	rules["tab_open"] = (tokens, index, _options, env) => {
		const label = tokens[index]?.content ?? "";
		const group = notesOf(env).tabGroups.at(-1);
		if (group === undefined)
			return `<div class="tab-panel"><p><strong>${escapeText(label)}</strong></p>\n`;
		group.tab += 1;
		const id = `tab-${group.number}-${group.tab}`;
		const checked = group.tab === 1 ? " checked" : "";
		return `<div class="tab"><input type="radio" name="tabs-${group.number}" id="${id}"${checked}><label for="${id}">${escapeText(label)}</label><div class="tab-panel">\n`;
	};
	rules["tab_close"] = (_tokens, _index, _options, env) =>
		notesOf(env).tabGroups.length === 0 ? "</div>\n" : "</div></div>\n";
}

/** Code blocks with labels that follow each other are one group. */
function groupFences(tokens: readonly Token[], maker: TokenMaker): Token[] {
	const grouped: Token[] = [];
	let run: Token[] = [];
	let depth = 0;
	for (const token of tokens) {
		if (token.type === "tab_open") depth += 1;
		if (token.type === "tab_close") depth -= 1;
		if (depth === 0 && token.type === "fence" && LABEL.test(token.info)) {
			run.push(token);
			continue;
		}
		grouped.push(...groupOf(run, maker), token);
		run = [];
	}
	return [...grouped, ...groupOf(run, maker)];
}

function groupOf(run: readonly Token[], maker: TokenMaker): readonly Token[] {
	if (run.length < 2) return run;
	const open = new maker.Token("tabs_open", "", 1);
	const close = new maker.Token("tabs_close", "", -1);
	open.block = true;
	close.block = true;
	open.meta = { labels: run.map(({ info }) => labelOfFence(info)) };
	return [open, ...run.flatMap((fence) => tabOfFence(fence, maker)), close];
}

/** A code block of a group is a tab of its own, named by what stands behind its fence. */
export function tabOfFence(token: Token, maker: TokenMaker): Token[] {
	if (token.type !== "fence") return [token];
	const open = new maker.Token("tab_open", "", 1);
	open.block = true;
	open.content = labelOfFence(token.info);
	const close = new maker.Token("tab_close", "", -1);
	close.block = true;
	return [open, token, close];
}

/**
 * @example
 * labelOfFence("sh [npm]"); // "npm"
 */
export function labelOfFence(info: string): string {
	const [, bracketed, double, single] =
		/(?:^|\s)\[([^\]]{1,200})\]|\b(?:title|filename|label)=(?:"([^"]*)"|'([^']*)')/.exec(info) ??
		[];
	return bracketed ?? double ?? single ?? (/^[\w+#-]+/.exec(info.trim())?.[0] || "Code");
}
