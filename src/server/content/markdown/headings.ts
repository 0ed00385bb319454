import type { MarkdownIt, Token } from "markdown-it";
import type { AnchorStyle } from "../site-config.ts";
import { anchorStyle } from "./anchor-style.ts";
import { claimId, noteProblemAt, notesOf } from "./body-notes.ts";
import { isHeldBack } from "./directives/flag-block.ts";
import { markupToken } from "./rules.ts";

/** `## Title {#own-id}`, `{ #own-id .class }`, `{: #own-id}` or `{ id="own-id" }`, by generator. */
const OWN_ID =
	/^\{:?[ \t]*(?:[^{}]*[ \t])?(?:#{1,2}([\w.:-]+)|id=["']?([\w.:-]+)["']?)(?:[ \t][^{}]*)?\}$/;

/** Other attributes, which are removed and have no effect. */
const ATTRIBUTES = /^\{:?[ \t]*(?:[.][\w-]+|[\w-]+=["']?[^{}]*)[ \t]*\}$/;

export interface HeadingOptions {
	/** Generator whose style of heading ids is used. */
	readonly anchors: AnchorStyle;
}

/** Adds ids to headings, links headings below the first level to themselves, and notes the contents. */
export function headings(markdown: MarkdownIt, { anchors }: HeadingOptions): void {
	const style = anchorStyle(anchors);
	markdown.core.ruler.push("headings", (state) => {
		const notes = notesOf(state.env);
		const heldBack = isHeldBack(state.tokens);
		/** Last number of each slug: without it, equal headings would take quadratic time. */
		const counts = new Map<string, number>();
		/** @returns The slug, with a number when it is taken: `usage`, `usage-1`, `usage-2`. */
		const claimSlug = (wanted: string): string => {
			const base = wanted === "" ? style.empty : wanted;
			let count = counts.get(base) ?? 0;
			let id = count === 0 ? base : `${base}${style.mark}${count}`;
			while (!claimId(state.env, id)) {
				count += 1;
				id = `${base}${style.mark}${count}`;
			}
			counts.set(base, count);
			return id;
		};
		state.tokens.forEach((token, index) => {
			const inline = state.tokens[index + 1];
			if (inline === undefined) return;
			// Hugo also adds ids to the terms of definition lists.
			if (token.type === "dt_open" && anchors === "hugo") {
				token.attrSet("id", claimSlug(style.slugOf(textOf(inline.children ?? []))));
			}
			if (token.type !== "heading_open") return;
			const ownId = takeOwnId(inline);
			const text = textOf(inline.children ?? []).trim();
			const id = claimSlug(ownId ?? style.slugOf(text));
			token.attrSet("id", id);
			if (ownId !== undefined && id !== ownId) {
				noteProblemAt(
					state.env,
					token,
					`Id "${ownId}" is not unique: this heading has the id "${id}"`,
				);
			}
			const level = Number(token.tag.slice(1));
			if (heldBack[index] !== true) {
				if (level === 1) notes.title ??= text;
				if (level === 2 || level === 3) notes.headings.push({ level, id, text });
			}
			if (level > 1) inline.children?.push(markupToken(anchorLink(id), state));
		});
	});
}

/** An id before the text. In right-to-left text, it looks as if it followed the text. */
const FIRST_ID = /^\{[ \t]*#([\w.:-]+)[ \t]*\}[ \t]*/;

function takeOwnId(inline: Token): string | undefined {
	const first = inline.children?.[0];
	const [found, idBefore] = FIRST_ID.exec(first?.type === "text" ? first.content : "") ?? [];
	if (first !== undefined && found !== undefined) {
		first.content = first.content.slice(found.length);
		return idBefore;
	}
	const last = inline.children?.at(-1);
	if (last?.type !== "text") return undefined;
	const text = last.content.trimEnd();
	const start = text.endsWith("}") ? text.lastIndexOf("{") : -1;
	if (start === -1) return undefined;
	const attributes = text.slice(start);
	const [isOwn, hash, value] = OWN_ID.exec(attributes) ?? [];
	const id = hash ?? value;
	if (isOwn !== undefined || ATTRIBUTES.test(attributes)) {
		last.content = text.slice(0, start).trimEnd();
	}
	return id;
}

/** Skips badges, which no generator includes in ids. */
function textOf(tokens: readonly Token[]): string {
	let isBadge = false;
	return tokens
		.map((token) => {
			if (token.type === "class_open") isBadge = token.attrGet("class") === "badge";
			if (token.type === "class_close") isBadge = false;
			if (isBadge) return "";
			if (token.type === "softbreak") return " ";
			if (token.type === "image") return textOf(token.children ?? []);
			return token.type === "text" || token.type === "code_inline" ? token.content : "";
		})
		.join("");
}

/** Hidden from assistive technology, which would read "number sign" after every heading. */
function anchorLink(id: string): string {
	return `<a class="heading-anchor" href="#${encodeURIComponent(id)}" aria-hidden="true" tabindex="-1">#</a>`;
}

/** Contents marks of VitePress, MkDocs and kramdown. In kramdown, the mark follows a list of one item. */
const MARK = /^(?:\[\[toc\]\]|\[TOC\]|\{:\s*toc\s*\})$/;

/** Removes marks for a table of contents, because every page shows one at its side. */
export function contentsMarks(markdown: MarkdownIt): void {
	markdown.core.ruler.after("block", "contents_marks", (state) => {
		const isMark = (index: number): boolean => {
			const { type, content = "" } = state.tokens[index] ?? {};
			const isParagraph = state.tokens[index - 1]?.type === "paragraph_open";
			return type === "inline" && isParagraph && MARK.test(content.trim());
		};
		state.tokens = state.tokens.filter(
			(_token, index) => ![index - 1, index, index + 1].some(isMark),
		);
	});
}
