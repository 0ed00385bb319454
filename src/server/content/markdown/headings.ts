import type { MarkdownIt, Token } from "markdown-it";
import {
	APP_ELEMENT_ID,
	BODY_ELEMENT_ID,
	STATE_ELEMENT_ID,
} from "../../../shared/public-config.ts";
import { notesOf } from "./body-notes.ts";

/** Ids that the document needs for itself: a heading "App" must not answer for the app. */
const TAKEN_IDS: readonly string[] = [APP_ELEMENT_ID, BODY_ELEMENT_ID, STATE_ELEMENT_ID];

/** `## Title {#own-id}`, as Docusaurus and VitePress write it. */
const OWN_ID = /\s*\{#([\w.:-]+)\}\s*$/;

/** Gives every heading an id in GitHub's style and a link to itself, and notes the contents. */
export function headings(markdown: MarkdownIt): void {
	markdown.core.ruler.push("headings", (state) => {
		const notes = notesOf(state.env);
		const ids = new UniqueIds();
		state.tokens.forEach((token, index) => {
			const inline = state.tokens[index + 1];
			if (token.type !== "heading_open" || inline === undefined) return;
			const ownId = takeOwnId(inline);
			const text = textOf(inline.children ?? []).trim();
			const id = ids.claim(ownId ?? slugOf(text));
			token.attrSet("id", id);
			notes.anchors.add(id);
			const level = Number(token.tag.slice(1));
			if (level === 1) notes.title ??= text;
			if (level === 2 || level === 3) notes.headings.push({ level, id, text });
			if (level > 1) inline.children?.push(anchorLink(state.Token, id));
		});
	});
	markdown.renderer.rules["heading_anchor"] = (tokens, index) =>
		// Hidden from assistive technology: it would read "number sign" after every heading.
		`<a class="heading-anchor" href="#${encodeURIComponent(tokens[index]?.content ?? "")}" aria-hidden="true" tabindex="-1">#</a>`;
}

/** GitHub's slug of a heading: what is neither letter, digit, mark, hyphen nor underscore is dropped. */
export function slugOf(text: string): string {
	return text
		.trim()
		.toLowerCase()
		.replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
		.replaceAll(" ", "-");
}

class UniqueIds {
	readonly #taken = new Set<string>(TAKEN_IDS);
	readonly #counts = new Map<string, number>();

	/** @returns The id, with a number when it is taken: `usage`, `usage-1`, `usage-2`. */
	claim(wanted: string): string {
		const base = wanted === "" ? "section" : wanted;
		let count = this.#counts.get(base) ?? 0;
		let id = base;
		while (this.#taken.has(id)) {
			count += 1;
			id = `${base}-${count}`;
		}
		this.#counts.set(base, count);
		this.#taken.add(id);
		return id;
	}
}

function takeOwnId(inline: Token): string | undefined {
	const last = inline.children?.at(-1);
	if (last?.type !== "text") return undefined;
	const id = OWN_ID.exec(last.content)?.[1];
	if (id !== undefined) last.content = last.content.replace(OWN_ID, "");
	return id;
}

function textOf(tokens: readonly Token[]): string {
	return tokens
		.map((token) => {
			if (token.type === "softbreak") return " ";
			if (token.type === "image") return textOf(token.children ?? []);
			return token.type === "text" || token.type === "code_inline" ? token.content : "";
		})
		.join("");
}

function anchorLink(
	TokenClass: new (type: string, tag: string, nesting: 0) => Token,
	id: string,
): Token {
	const token = new TokenClass("heading_anchor", "", 0);
	token.content = id;
	return token;
}
