import type { StateBlock, Token } from "markdown-it";
import { closeCallout, openCallout } from "./callout.ts";
import { inlineTokens, linkTokens, textToken } from "./inline-tokens.ts";
import { closeComponent, openComponent } from "./site-component.ts";
import { tabOf, tabOfFence, tabsOf } from "./tabs.ts";
import type { InlineMeaning, Meaning } from "./vocabulary.ts";

export interface ComponentPlace {
	readonly state: StateBlock;
	/** Counted from 0. */
	readonly line: number;
}

/**
 * Writes a component into the tokens of a page.
 *
 * @param parseChildren Writes the content of the component; absent without content.
 */
export function writeComponent(
	meaning: Meaning,
	place: ComponentPlace,
	parseChildren: () => void = () => undefined,
): void {
	const { state, line } = place;
	const { tokens } = state;
	switch (meaning.kind) {
		case "callout":
			tokens.push(...openCallout(meaning.callout, state, line));
			parseChildren();
			tokens.push(closeCallout(meaning.callout, state));
			break;
		case "cards":
		case "steps":
		case "file-tree":
			writeBox(meaning.kind, state, parseChildren);
			break;
		case "tab":
			tokens.push(...tabOf(meaning.label, takeChildren(state, parseChildren), state));
			break;
		case "tabs":
			tokens.push(...tabsOf(takeChildren(state, parseChildren), state));
			break;
		case "code-group": {
			const inside = takeChildren(state, parseChildren);
			const inTabs = inside.flatMap((token) => tabOfFence(token, state));
			tokens.push(...tabsOf(inTabs, state));
			break;
		}
		case "card": {
			const { href, title } = meaning;
			writeBox("card", state, () => {
				writeTitle("card-title", place, linkTokens(href, title || href, state));
				writeTitle("card-text", place, [textToken(meaning.text, state)]);
				parseChildren();
			});
			break;
		}
		case "step":
			writeBox("step", state, () => {
				writeTitle("step-title", place, [textToken(meaning.title, state)]);
				parseChildren();
			});
			break;
		case "figure":
			writeBox("figure", state, () => {
				writeParagraph(place, inlineTokens({ ...meaning, kind: "image" }, state));
				writeTitle("figure-caption", place, [textToken(meaning.caption, state)]);
				parseChildren();
			});
			break;
		case "code-title":
			writeTitledCode(meaning.title, state, parseChildren);
			break;
		case "children":
			parseChildren();
			break;
		case "component":
			tokens.push(openComponent(meaning, state));
			parseChildren();
			tokens.push(closeComponent(state));
			break;
		default:
			writeInline(meaning, place, parseChildren);
	}
}

/** @returns The tokens of the content, which are not added to the page yet. */
function takeChildren({ tokens }: StateBlock, parseChildren: () => void): Token[] {
	const before = tokens.length;
	parseChildren();
	return tokens.splice(before);
}

function writeInline(
	meaning: InlineMeaning,
	place: ComponentPlace,
	parseChildren: () => void,
): void {
	const { state } = place;
	const inside = takeChildren(state, parseChildren);
	const said = inside.find(({ type }) => type === "inline")?.content.trim() ?? "";
	const isFrame = meaning.kind === "badge" || meaning.kind === "button";
	if (isFrame || inside.length === 0) writeParagraph(place, inlineTokens(meaning, state, said));
	else state.tokens.push(...inside);
}

/** GitBook writes the title of a code block as a component around the block. */
function writeTitledCode(title: string, state: StateBlock, parseChildren: () => void): void {
	const before = state.tokens.length;
	parseChildren();
	const fence = state.tokens.slice(before).find(({ type }) => type === "fence");
	if (fence !== undefined && title !== "") fence.info += ` title="${title.replaceAll('"', "")}"`;
}

function writeBox(className: string, state: StateBlock, parseChildren: () => void): void {
	state.push("box_open", "div", 1).attrs = [["class", className]];
	parseChildren();
	state.push("box_close", "div", -1);
}

function writeTitle(className: string, { state, line }: ComponentPlace, children: Token[]): void {
	const isEmpty = children.every(({ type, content }) => type === "text" && content === "");
	if (isEmpty) return;
	state.push("box_title_open", "p", 1).attrs = [["class", className]];
	pushInline(state, line, children);
	state.push("box_title_close", "p", -1);
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
