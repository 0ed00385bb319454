import type { MarkdownIt, StateBlock, StateCore, Token } from "markdown-it";
import { wordIn } from "../../../../shared/page/words.ts";
import { notesOf } from "../body-notes.ts";
import type { Callout } from "./match-callout.ts";

/** The tokens with which a callout starts. */
export function openCallout(
	{ kind, title }: Callout,
	{ Token: TokenClass }: Pick<StateBlock | StateCore, "Token">,
	line: number,
): Token[] {
	const open = new TokenClass("callout_open", "", 1);
	open.block = true;
	open.meta = { kind };
	const titleOpen = new TokenClass("callout_title_open", "", 1);
	titleOpen.meta = { kind };
	const inline = new TokenClass("inline", "", 0);
	inline.content = title;
	inline.children = [];
	inline.map = [line, line + 1];
	const titleClose = new TokenClass("callout_title_close", "", -1);
	titleClose.meta = { kind };
	return [open, titleOpen, inline, titleClose];
}

/** The token with which a callout ends. */
export function closeCallout(
	{ kind }: Pick<Callout, "kind">,
	{ Token: TokenClass }: Pick<StateBlock | StateCore, "Token">,
): Token {
	const close = new TokenClass("callout_close", "", -1);
	close.block = true;
	close.meta = { kind };
	return close;
}

/** Renders callouts: `note` is a role that screen readers announce without making a landmark of it. */
export function callouts(markdown: MarkdownIt): void {
	markdown.core.ruler.before("inline", "callout-words", ({ tokens, env }) => {
		const page = notesOf(env);
		for (const [index, { type }] of tokens.entries()) {
			const title = type === "callout_title_open" ? tokens[index + 1] : undefined;
			if (title !== undefined) title.content = wordIn(page, title.content);
		}
	});
	const { rules } = markdown.renderer;
	rules["callout_open"] = (tokens, index) => {
		const kind = kindOf(tokens[index]);
		return kind === "details"
			? '<details class="callout callout-details">\n'
			: `<div class="callout callout-${kind}" role="note">\n`;
	};
	rules["callout_title_open"] = (tokens, index) =>
		kindOf(tokens[index]) === "details" ? "<summary>" : '<p class="callout-title">';
	rules["callout_title_close"] = (tokens, index) =>
		kindOf(tokens[index]) === "details" ? "</summary>\n" : "</p>\n";
	rules["callout_close"] = (tokens, index) =>
		kindOf(tokens[index]) === "details" ? "</details>\n" : "</div>\n";
}

function kindOf(token: Token | undefined): string {
	return String(token?.meta?.["kind"]);
}
