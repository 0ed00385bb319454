import type { MarkdownIt, Token } from "markdown-it";
import { wordIn } from "../../../../shared/page/words.ts";
import { CALLOUT_TITLES } from "../../../i18n/callout-titles.ts";
import { noteProblemAt, notesOf } from "../body-notes.ts";
import { byWord } from "../by-word.ts";
import type { TokenMaker } from "../rules.ts";

/**
 * Creates the start tokens of a callout. Screen readers announce the role `note`, which is not a
 * landmark.
 */
export function openCallout(
	{ kind, title }: Callout,
	{ Token: TokenClass }: TokenMaker,
	line: number,
): Token[] {
	const isFolded = kind === "details";
	const name = isFolded ? "summary" : "p";
	const open = new TokenClass("callout_open", isFolded ? "details" : "div", 1);
	open.block = true;
	open.attrSet("class", `callout callout-${kind}`);
	if (!isFolded) open.attrSet("role", "note");
	const titleOpen = new TokenClass("callout_title_open", name, 1);
	if (!isFolded) titleOpen.attrSet("class", "callout-title");
	const inline = new TokenClass("inline", "", 0);
	inline.content = title;
	inline.children = [];
	inline.map = [line, line + 1];
	const titleClose = new TokenClass("callout_title_close", name, -1);
	titleClose.block = true;
	return [open, titleOpen, inline, titleClose];
}

/** Creates the end token of a callout. */
export function closeCallout(
	{ kind }: Pick<Callout, "kind">,
	{ Token: TokenClass }: TokenMaker,
): Token {
	const close = new TokenClass("callout_close", kind === "details" ? "details" : "div", -1);
	close.block = true;
	return close;
}

/** Translates the titles of callouts. */
export function callouts(markdown: MarkdownIt): void {
	markdown.core.ruler.before("inline", "callout-words", ({ tokens, env }) => {
		const page = notesOf(env);
		for (const [index, { type }] of tokens.entries()) {
			const title = type === "callout_title_open" ? tokens[index + 1] : undefined;
			if (title !== undefined) title.content = wordIn(page, title.content);
		}
	});
}

const KINDS: ReadonlySet<string> = new Set(CALLOUT_TITLES.map((title) => title.toLowerCase()));

export interface Callout {
	/** A title of the list above, in lower case. */
	readonly kind: string;
	/** Inline Markdown. */
	readonly title: string;
}

/** Names in other generators → kind of callout. */
const OTHER_NAMES = byWord({
	"abstract seealso summary tldr todo": "info",
	"attention warn": "warning",
	"bug error fail failure missing": "danger",
	"check done hint success": "tip",
	"example faq help question quote": "note",
});

/** @returns `undefined` when there is no callout of this name. */
export function matchCallout(name: string, title: string): Callout | undefined {
	const lower = name.toLowerCase();
	const kind = OTHER_NAMES.get(lower) ?? lower;
	return KINDS.has(kind)
		? { kind, title: title.trim() || lower.replace(/^./u, (first) => first.toUpperCase()) }
		: undefined;
}

/** `[!NOTE]`; Obsidian adds a title, and `+` or `-` for a box that can be collapsed. */
const MARKER = /^\[!([a-z]{1,30})\]([+-]?)(?:[ \t]+([^\n]*))?(?:\n|$)/i;

/** `**Note**` on its own line, an older form of GitHub. */
const BOLD_MARKER = /^\*\*(note|warning)\*\*[ \t]*\n/i;

/** GitHub's alerts: a quotation whose first line is `[!NOTE]` becomes a callout. */
export function alerts(markdown: MarkdownIt): void {
	markdown.core.ruler.after("block", "alerts", (state) => {
		if (!state.tokens.some(({ type }) => type === "blockquote_open")) return;
		const open: (Callout | undefined)[] = [];
		state.tokens = state.tokens.flatMap((token, index) => {
			if (token.type === "blockquote_open") {
				const callout = takeMarker(state.tokens.slice(index + 1, index + 4));
				const unknown = MARKER.exec(state.tokens[index + 2]?.content ?? "")?.[1];
				if (callout === undefined && unknown !== undefined) {
					const names = "NOTE, TIP, IMPORTANT, WARNING or CAUTION";
					noteProblemAt(state.env, token, `Alert "${unknown}" is not known: write ${names}`);
				}
				open.push(callout);
				return callout === undefined ? [token] : openCallout(callout, state, token.map?.[0] ?? 0);
			}
			if (token.type !== "blockquote_close") return [token];
			const callout = open.pop();
			return callout === undefined ? [token] : [closeCallout(callout, state)];
		});
	});
}

/** Removes the marker from the first paragraph of a quotation. @returns `undefined` without a marker. */
function takeMarker([paragraph, inline, close]: readonly Token[]): Callout | undefined {
	if (paragraph?.type !== "paragraph_open" || inline?.type !== "inline") return undefined;
	const match = MARKER.exec(inline.content) ?? BOLD_MARKER.exec(inline.content);
	const [line = "", kind = "", fold = "", title = ""] = match ?? [];
	const callout = matchCallout(kind, title);
	if (callout === undefined) return undefined;
	inline.content = inline.content.slice(line.length);
	// A paragraph without other text would leave a gap.
	if (inline.content === "" && close !== undefined) {
		paragraph.hidden = true;
		close.hidden = true;
	}
	if (inline.map !== null) inline.map = [inline.map[0] + 1, inline.map[1]];
	return fold === "" ? callout : { ...callout, kind: "details" };
}
