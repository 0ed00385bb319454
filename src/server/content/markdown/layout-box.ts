import type { MarkdownIt, StateBlock, Token } from "markdown-it";

/** Boxes that arrange what is in them: the opening of a landing page, and a list as cards. */
const LAYOUT_BOXES: ReadonlySet<string> = new Set(["hero", "cards"]);

export interface LayoutBox {
	/** One of the names above. */
	readonly name: string;
}

/** @returns `undefined` when there is no layout of this name. */
export function matchLayoutBox(name: string): LayoutBox | undefined {
	return LAYOUT_BOXES.has(name.toLowerCase()) ? { name: name.toLowerCase() } : undefined;
}

/** The token with which a layout box starts. */
export function openLayoutBox(
	{ name }: LayoutBox,
	{ Token: TokenClass }: Pick<StateBlock, "Token">,
): Token {
	const open = new TokenClass("layout_box_open", "div", 1);
	open.block = true;
	open.attrs = [["class", name]];
	return open;
}

/** The token with which it ends. */
export function closeLayoutBox({ Token: TokenClass }: Pick<StateBlock, "Token">): Token {
	const close = new TokenClass("layout_box_close", "div", -1);
	close.block = true;
	return close;
}

/** Renders layout boxes: the styles do the arranging. */
export function layoutBoxes({ renderer }: MarkdownIt): void {
	renderer.rules["layout_box_open"] = (tokens, index) =>
		`<div class="${tokens[index]?.attrGet("class") ?? ""}">\n`;
	renderer.rules["layout_box_close"] = () => "</div>\n";
}
