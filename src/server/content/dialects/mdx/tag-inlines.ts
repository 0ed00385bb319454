import type { StateInline } from "markdown-it";
import { notesOf, pushProblem } from "../../markdown/body-notes.ts";
import { inlineTokens, pushTokens } from "../../markdown/directives/inline-tokens.ts";
import type { SiteComponent } from "../../markdown/directives/site-component.ts";
import { type InlineMeaning, isInline, meaningOf } from "../../markdown/directives/vocabulary.ts";
import { readTag, type Tag } from "./pair-tags.ts";

const LESS_THAN = 0x3c;

/** Characters after a tag in which its end is searched. */
const MAX_TEXT = 1000;

/** Reads inline components. */
export function parseTagInline(state: StateInline, silent: boolean): boolean {
	if (state.src.charCodeAt(state.pos) !== LESS_THAN) return false;
	const tag = readTag(state.src, state.pos);
	if (tag === undefined) return false;
	// After a word it is a type, as in `Promise<Response>`.
	if (tag.kind === "open" && /[\w)\]]/.test(state.src[state.pos - 1] ?? "")) return false;
	const meaning = meaningOf(tag, state.env);
	if (meaning === undefined && !notesOf(state.env).isMdx) return false;
	const isClosing = tag.kind === "close";
	if (!isClosing && meaning !== undefined && (meaning.kind === "component" || isInline(meaning))) {
		writeInline(state, tag, meaning, silent);
		return true;
	}
	// Inline, a box loses more than its frame. A component with only `children` loses nothing.
	const isLost = meaning === undefined || !(isInline(meaning) || meaning.kind === "children");
	if (!silent && !isClosing && isLost) {
		const rule = meaning === undefined ? "is not known here" : "must begin on a line of its own";
		pushProblem(state, `Component "${tag.name}" ${rule}: only the text inside is shown`);
	}
	state.pos = tag.end;
	return true;
}

/** Icons and images drop the text inside; other components put a frame around it. */
function writeInline(
	state: StateInline,
	tag: Tag,
	meaning: InlineMeaning | SiteComponent,
	silent: boolean,
): void {
	const mark = `</${tag.name}>`;
	const length =
		tag.kind === "open" ? state.src.slice(tag.end, tag.end + MAX_TEXT).indexOf(mark) : -1;
	const inside = length === -1 ? "" : state.src.slice(tag.end, tag.end + length);
	const text = meaning.kind === "component" ? inside : inside.trim();
	if (!silent) pushTokens(state, inlineTokens(meaning, state, text));
	state.pos = length === -1 ? tag.end : tag.end + length + mark.length;
}
