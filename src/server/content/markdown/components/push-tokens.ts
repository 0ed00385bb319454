import type { StateInline, Token } from "markdown-it";

/** Takes tokens that were made elsewhere into a line, with levels as the parser counts them. */
export function pushTokens(state: StateInline, tokens: readonly Token[]): void {
	for (const token of tokens) {
		const pushed = state.push(token.type, token.tag, token.nesting);
		Object.assign(pushed, { ...token, level: pushed.level });
	}
}
