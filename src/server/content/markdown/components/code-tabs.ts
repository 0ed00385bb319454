import type { Token } from "markdown-it";
import type { TokenMaker } from "./inline-tokens.ts";

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
