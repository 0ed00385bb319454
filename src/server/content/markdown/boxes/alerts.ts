import type { MarkdownIt, Token } from "markdown-it";
import { type Callout, closeCallout, matchCallout, openCallout } from "./callout.ts";

/** `[!NOTE]`; Obsidian adds a title, and a sign for a box that is folded. */
const MARKER = /^\[!([a-z]{1,30})\]([+-]?)(?:[ \t]+([^\n]*))?(?:\n|$)/i;

/** `**Note**` alone, as GitHub once had it. */
const BOLD_MARKER = /^\*\*(note|warning)\*\*[ \t]*\n/i;

/** GitHub's alerts: a quotation whose first line is `[!NOTE]` becomes a callout. */
export function alerts(markdown: MarkdownIt): void {
	markdown.core.ruler.after("block", "alerts", (state) => {
		if (!state.tokens.some(({ type }) => type === "blockquote_open")) return;
		const open: (Callout | undefined)[] = [];
		state.tokens = state.tokens.flatMap((token, index) => {
			if (token.type === "blockquote_open") {
				const callout = takeMarker(state.tokens.slice(index + 1, index + 3));
				open.push(callout);
				return callout === undefined ? [token] : openCallout(callout, state, token.map?.[0] ?? 0);
			}
			if (token.type !== "blockquote_close") return [token];
			const callout = open.pop();
			return callout === undefined ? [token] : [closeCallout(callout, state)];
		});
	});
}

/** Takes the marker out of a quotation's first paragraph, and hides the paragraph if that was all. */
function takeMarker([paragraph, inline]: readonly Token[]): Callout | undefined {
	if (paragraph?.type !== "paragraph_open" || inline?.type !== "inline") return undefined;
	const match = MARKER.exec(inline.content) ?? BOLD_MARKER.exec(inline.content);
	const [line = "", kind = "", fold = "", title = ""] = match ?? [];
	const callout = matchCallout(kind, title);
	if (callout === undefined) return undefined;
	inline.content = inline.content.slice(line.length);
	if (inline.map !== null) inline.map = [inline.map[0] + 1, inline.map[1]];
	return fold === "" ? callout : { ...callout, kind: "details" };
}
