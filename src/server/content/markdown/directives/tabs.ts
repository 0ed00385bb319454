import type { MarkdownIt, Token } from "markdown-it";
import { escapeText } from "../../../../shared/document/html.ts";
import type { TokenMaker } from "../rules.ts";

/** A label, not a file name: `[npm]`, but not `[app.ts]`. */
const LABEL = /(?:^|\s)\[[^\].]{1,40}\]/;

/**
 * Renders tabs as groups of radio buttons, each before its panel. They work without a script, can be
 * read in order without styles, and print one below the other.
 */
export function tabs({ core, renderer }: MarkdownIt): void {
	core.ruler.after("block", "tabs", (state) => {
		if (state.tokens.some(({ type, info }) => type === "fence" && LABEL.test(info))) {
			state.tokens = groupFences(state.tokens, state);
		}
		numberTabs(state.tokens);
	});
	for (const name of ["tab_open", "tab_close"]) {
		renderer.rules[name] = (tokens, index) => tokens[index]?.content ?? "";
	}
}

/** An open group, with the labels of its tabs so far. */
interface TabGroup {
	readonly open: Token;
	readonly number: number;
	readonly labels: string[];
}

/** Replaces the label of each tab with the HTML of its start. */
function numberTabs(tokens: readonly Token[]): void {
	const groups: TabGroup[] = [];
	let count = 0;
	for (const token of tokens) {
		const group = groups.at(-1);
		if (token.type === "tabs_open") {
			count += 1;
			groups.push({ open: token, number: count, labels: [] });
		} else if (token.type === "tabs_close") {
			group?.open.attrSet("aria-label", group.labels.join(", "));
			groups.pop();
		} else if (token.type === "tab_open") token.content = startOfTab(token.content, group);
		else if (token.type === "tab_close") token.content = group ? "</div></div>\n" : "</div>\n";
	}
}

function startOfTab(label: string, group: TabGroup | undefined): string {
	const name = escapeText(label);
	if (group === undefined) return `<div class="tab-panel"><p><strong>${name}</strong></p>\n`;
	group.labels.push(label);
	const id = `tab-${group.number}-${group.labels.length}`;
	const checked = group.labels.length === 1 ? " checked" : "";
	return `<div class="tab"><input type="radio" name="tabs-${group.number}" id="${id}"${checked}><label for="${id}">${name}</label><div class="tab-panel">\n`;
}

/** Wraps tokens in a group of tabs. */
export function tabsOf(inside: readonly Token[], { Token: TokenClass }: TokenMaker): Token[] {
	const open = new TokenClass("tabs_open", "div", 1);
	const close = new TokenClass("tabs_close", "div", -1);
	open.attrSet("class", "tabs");
	open.attrSet("role", "group");
	open.block = true;
	close.block = true;
	return [open, ...inside, close];
}

export function tabOf(
	label: string,
	inside: readonly Token[],
	{ Token: TokenClass }: TokenMaker,
): Token[] {
	const open = new TokenClass("tab_open", "", 1);
	open.content = label;
	return [open, ...inside, new TokenClass("tab_close", "", -1)];
}

/** Groups consecutive code blocks with labels as tabs. */
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
	const inside = run.flatMap((fence) => tabOfFence(fence, maker));
	return tabsOf(inside, maker);
}

/** Wraps a code block in a tab, with a label from its info string. */
export function tabOfFence(token: Token, maker: TokenMaker): Token[] {
	if (token.type !== "fence") return [token];
	return tabOf(labelOfFence(token.info), [token], maker);
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
