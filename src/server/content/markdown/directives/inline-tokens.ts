import type { StateInline, Token } from "markdown-it";
import type { TokenMaker } from "../rules.ts";
import { closeComponent, openComponent, type SiteComponent } from "./site-component.ts";
import type { InlineMeaning } from "./vocabulary.ts";

/** Creates the tokens of an inline component. @param text Replaces the text of its attributes. */
export function inlineTokens(
	meaning: InlineMeaning | SiteComponent,
	maker: TokenMaker,
	text = "",
): Token[] {
	switch (meaning.kind) {
		case "component": {
			const inside = text === "" ? [] : [textToken(text, maker)];
			return [openComponent(meaning, maker), ...inside, closeComponent(maker)];
		}
		case "badge":
			return classed("badge", [textToken(text || meaning.text, maker)], maker);
		case "icon": {
			const icon = new maker.Token("icon", "", 0);
			icon.content = meaning.name.replace(/^i-([a-z]+(?:-icons)?)-/, "$1:");
			return meaning.name === "" ? [] : [icon];
		}
		case "image": {
			const image = new maker.Token("image", "img", 0);
			image.attrs = [["src", meaning.src]];
			image.children = [textToken(meaning.alt, maker)];
			image.content = meaning.alt;
			return meaning.src === "" ? [] : [image];
		}
		case "button":
			return classed("link-button", linkTokens(meaning.href, text || meaning.text, maker), maker);
		default:
			return linkTokens(meaning.href, text || meaning.text, maker);
	}
}

export function linkTokens(href: string, text: string, maker: TokenMaker): Token[] {
	const isAllowed = !/^[^/?#]*:/.test(href) || /^(?:https?|mailto|tel):/i.test(href);
	if (href === "" || !isAllowed) return [textToken(text, maker)];
	const open = new maker.Token("link_open", "a", 1);
	open.attrs = [["href", href]];
	return [open, textToken(text || href, maker), new maker.Token("link_close", "a", -1)];
}

function classed(className: string, children: Token[], maker: TokenMaker): Token[] {
	const open = new maker.Token("class_open", "span", 1);
	open.attrs = [["class", className]];
	return [open, ...children, new maker.Token("class_close", "span", -1)];
}

export function textToken(text: string, maker: TokenMaker): Token {
	const token = new maker.Token("text", "", 0);
	token.content = text;
	return token;
}

/** Adds existing tokens to a line, with the nesting levels of the parser. */
export function pushTokens(state: StateInline, tokens: readonly Token[]): void {
	for (const token of tokens) {
		const pushed = state.push(token.type, token.tag, token.nesting);
		Object.assign(pushed, { ...token, level: pushed.level });
	}
}
