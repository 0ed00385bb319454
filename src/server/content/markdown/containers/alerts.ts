import type { MarkdownIt, StateCore, Token } from "markdown-it";
import { closeCallout, matchCallout, openCallout } from "./callout.ts";

const MARKER = /^\[!(note|tip|important|warning|caution)\][ \t]*(?:\n|$)/i;

/** GitHub's alerts: a quotation whose first line is `[!NOTE]` becomes a callout. */
export function alerts(markdown: MarkdownIt): void {
	markdown.core.ruler.after("block", "alerts", (state) => {
		if (!state.tokens.some(({ type }) => type === "blockquote_open")) return;
		const open: (string | undefined)[] = [];
		state.tokens = state.tokens.flatMap((token, index) => {
			if (token.type === "blockquote_open") {
				const kind = takeMarker(state.tokens.slice(index + 1, index + 3));
				open.push(kind);
				return startOf(kind, token, state);
			}
			if (token.type !== "blockquote_close") return [token];
			const kind = open.pop();
			return kind === undefined ? [token] : [closeCallout({ kind }, state)];
		});
	});
}

function startOf(kind: string | undefined, token: Token, state: StateCore): Token[] {
	const callout = kind === undefined ? undefined : matchCallout(kind, "");
	return callout === undefined ? [token] : openCallout(callout, state, token.map?.[0] ?? 0);
}

/** Takes the marker out of a quotation's first paragraph, and hides the paragraph if that was all. */
function takeMarker([paragraph, inline]: readonly Token[]): string | undefined {
	if (paragraph?.type !== "paragraph_open" || inline?.type !== "inline") return undefined;
	const match = MARKER.exec(inline.content);
	if (match === null) return undefined;
	inline.content = inline.content.slice(match[0].length);
	if (inline.map !== null) inline.map = [inline.map[0] + 1, inline.map[1]];
	return match[1];
}
