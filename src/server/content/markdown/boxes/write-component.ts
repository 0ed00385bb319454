import type { MarkdownIt, StateBlock, Token } from "markdown-it";
import { escapeAttribute } from "../../../../shared/document/html.ts";
import { closeCallout, openCallout } from "./callout.ts";
import { inlineTokens, linkTokens, type TokenMaker, textToken } from "./inline-tokens.ts";
import { nameTabs, tabOfFence, tabs } from "./tabs.ts";
import { leftOut } from "./unknown-component.ts";
import type { InlineMeaning, Meaning } from "./vocabulary.ts";

/** Renders boxes, tabs and what was left out. */
export function boxes(markdown: MarkdownIt): void {
	const { rules } = markdown.renderer;
	markdown.use(leftOut).use(tabs);
	rules["box_open"] = (tokens, index) => `<div class="${classOf(tokens[index])}">\n`;
	rules["box_close"] = () => "</div>\n";
	rules["box_title_open"] = (tokens, index) => `<p class="${classOf(tokens[index])}">`;
	rules["box_title_close"] = () => "</p>\n";
	rules["class_open"] = (tokens, index) => `<span class="${classOf(tokens[index])}">`;
	rules["class_close"] = () => "</span>";
}

function classOf(token: Token | undefined): string {
	return escapeAttribute(token?.content ?? "");
}

export interface ComponentPlace {
	readonly state: StateBlock;
	/** Counted from 0. */
	readonly line: number;
}

/**
 * Writes a component into the tokens of a page.
 *
 * @param parseChildren Writes what is in it; absent for a component without an inside.
 */
export function writeComponent(
	meaning: Meaning,
	place: ComponentPlace,
	parseChildren: () => void = () => undefined,
): void {
	switch (meaning.kind) {
		case "callout":
			place.state.tokens.push(...openCallout(meaning.callout, place.state, place.line));
			parseChildren();
			place.state.tokens.push(closeCallout(meaning.callout, place.state));
			break;
		case "cards":
		case "steps":
		case "file-tree":
			writeBox(meaning.kind, place.state, parseChildren);
			break;
		case "tab":
			writeTab(meaning.label, place.state, parseChildren);
			break;
		case "tabs":
		case "code-group":
			writeTabs(meaning.kind, place.state, parseChildren);
			break;
		case "card":
			writeCard(meaning, place, parseChildren);
			break;
		case "step":
			writeBox("step", place.state, () => {
				writeTitle("step-title", place, [textToken(meaning.title, place.state)]);
				parseChildren();
			});
			break;
		case "figure":
			writeFigure(meaning, place, parseChildren);
			break;
		case "code-title":
			writeTitledCode(meaning.title, place.state, parseChildren);
			break;
		case "children":
			parseChildren();
			break;
		default:
			writeInline(meaning, place, parseChildren);
	}
}

function writeCard(
	card: Extract<Meaning, { readonly kind: "card" }>,
	place: ComponentPlace,
	parseChildren: () => void,
): void {
	const { state } = place;
	writeBox("card", state, () => {
		writeTitle("card-title", place, linkOrText(card, state));
		writeTitle("card-text", place, [textToken(card.text, state)]);
		parseChildren();
	});
}

function writeFigure(
	{ src, alt, caption }: Extract<Meaning, { readonly kind: "figure" }>,
	place: ComponentPlace,
	parseChildren: () => void,
): void {
	const { state } = place;
	writeBox("figure", state, () => {
		writeParagraph(place, inlineTokens({ kind: "image", src, alt }, state));
		writeTitle("figure-caption", place, [textToken(caption, state)]);
		parseChildren();
	});
}

function writeInline(
	meaning: InlineMeaning,
	place: ComponentPlace,
	parseChildren: () => void,
): void {
	const { tokens } = place.state;
	const before = tokens.length;
	parseChildren();
	const inside = tokens.slice(before);
	const said = inside.find(({ type }) => type === "inline")?.content.trim() ?? "";
	if (meaning.kind !== "badge" && meaning.kind !== "button" && inside.length > 0) return;
	tokens.length = before;
	writeParagraph(place, inlineTokens(meaning, place.state, said));
}

function writeTabs(
	kind: "tabs" | "code-group",
	state: StateBlock,
	parseChildren: () => void,
): void {
	const open = push(state, "tabs_open", 1);
	const before = state.tokens.length;
	parseChildren();
	const inside = state.tokens.splice(before);
	state.tokens.push(
		...(kind === "tabs" ? inside : inside.flatMap((token) => tabOfFence(token, state))),
	);
	nameTabs(open, state.tokens.slice(before));
	push(state, "tabs_close", -1);
}

function writeTab(label: string, state: StateBlock, parseChildren: () => void): void {
	push(state, "tab_open", 1).content = label;
	parseChildren();
	push(state, "tab_close", -1);
}

/** GitBook writes the title of a code block around it. */
function writeTitledCode(title: string, state: StateBlock, parseChildren: () => void): void {
	const before = state.tokens.length;
	parseChildren();
	const fence = state.tokens.slice(before).find(({ type }) => type === "fence");
	if (fence !== undefined && title !== "") fence.info += ` title="${title.replaceAll('"', "")}"`;
}

function writeBox(className: string, state: StateBlock, parseChildren: () => void): void {
	push(state, "box_open", 1).content = className;
	parseChildren();
	push(state, "box_close", -1);
}

function writeTitle(className: string, { state, line }: ComponentPlace, children: Token[]): void {
	const isEmpty = children.every(({ type, content }) => type === "text" && content === "");
	if (isEmpty) return;
	push(state, "box_title_open", 1).content = className;
	pushInline(state, line, children);
	push(state, "box_title_close", -1);
}

function writeParagraph({ state, line }: ComponentPlace, children: Token[]): void {
	if (children.length === 0) return;
	const open = state.push("paragraph_open", "p", 1);
	open.map = [line, line + 1];
	pushInline(state, line, children);
	state.push("paragraph_close", "p", -1);
}

function pushInline(state: StateBlock, line: number, children: Token[]): void {
	const inline = state.push("inline", "", 0);
	inline.content = "";
	inline.children = children;
	inline.map = [line, line + 1];
}

function push(state: StateBlock, type: string, nesting: 1 | -1): Token {
	const token = state.push(type, "", nesting);
	token.block = true;
	return token;
}

function linkOrText(
	{ href, title }: { readonly href: string; readonly title: string },
	maker: TokenMaker,
): Token[] {
	return href === "" ? [textToken(title, maker)] : linkTokens(href, title || href, maker);
}
