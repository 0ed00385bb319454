import type { MarkdownIt, StateInline } from "markdown-it";
import { notesOf, pushProblem } from "../../markdown/body-notes.ts";
import { inlineTokens, pushTokens, textToken } from "../../markdown/boxes/inline-tokens.ts";
import {
	closeComponent,
	openComponent,
	type SiteComponent,
} from "../../markdown/boxes/site-component.ts";
import { type InlineMeaning, isInline, meaningOf } from "../../markdown/boxes/vocabulary.ts";
import { readTag, type Tag } from "./pair-tags.ts";

const LESS_THAN = 0x3c;

/** Further away, the end of a badge or a button is not looked for. */
const MAX_TEXT = 1000;

/** Components in the middle of a sentence. */
export function tagInlines(markdown: MarkdownIt): void {
	markdown.inline.ruler.before("autolink", "component_tag", parseTagInline);
}

function parseTagInline(state: StateInline, silent: boolean): boolean {
	if (state.src.charCodeAt(state.pos) !== LESS_THAN) return false;
	const tag = readTag(state.src, state.pos);
	if (tag === undefined) return false;
	// Behind a word it is a type, as in `Promise<Response>`.
	if (tag.kind === "open" && /[\w)\]]/.test(state.src[state.pos - 1] ?? "")) return false;
	const meaning = meaningOf(tag, state.env);
	if (meaning?.kind === "component" && tag.kind !== "close") {
		writeSiteComponent(state, tag, meaning, silent);
		return true;
	}
	if (meaning === undefined && !notesOf(state.env).isMdx) return false;
	// More of a box is lost in a sentence than a frame.
	const isLost = meaning === undefined || !(isInline(meaning) || meaning.kind === "children");
	if (!silent && tag.kind !== "close" && isLost) {
		const rule = meaning === undefined ? "is not known here" : "must begin on a line of its own";
		pushProblem(state, `Component "${tag.name}" ${rule}: only the text inside is shown`);
	}
	if (meaning !== undefined && isInline(meaning) && tag.kind !== "close") {
		writeInline(state, tag, meaning, silent);
	} else {
		state.pos = tag.end;
	}
	return true;
}

/** Of a component with an inside only badges, buttons and links put a frame around it. */
function writeInline(state: StateInline, tag: Tag, meaning: InlineMeaning, silent: boolean): void {
	const closing = tag.kind === "open" ? findEnd(state, tag) : undefined;
	const text = closing === undefined ? "" : state.src.slice(tag.end, closing.start).trim();
	if (!silent) {
		pushTokens(state, inlineTokens(meaning, state, text));
	}
	state.pos = closing?.end ?? tag.end;
}

/** A component of the site folder, with what is inside as text. */
function writeSiteComponent(
	state: StateInline,
	tag: Tag,
	component: SiteComponent,
	silent: boolean,
): void {
	const closing = tag.kind === "open" ? findEnd(state, tag) : undefined;
	if (!silent) {
		const text = closing === undefined ? "" : state.src.slice(tag.end, closing.start);
		const inside = text === "" ? [] : [textToken(text, state)];
		pushTokens(state, [openComponent(component, state), ...inside, closeComponent(state)]);
	}
	state.pos = closing?.end ?? tag.end;
}

function findEnd(
	{ src }: StateInline,
	{ name, end }: Tag,
): { readonly start: number; readonly end: number } | undefined {
	const mark = `</${name}>`;
	const index = src.slice(end, end + MAX_TEXT).indexOf(mark);
	return index === -1 ? undefined : { start: end + index, end: end + index + mark.length };
}
