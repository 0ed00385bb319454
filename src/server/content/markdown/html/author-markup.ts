import { Parser } from "htmlparser2";
import { escapeAttribute, escapeText } from "../../../../shared/document/html.ts";
import { titleOfPath } from "../../../../shared/page/title-of-path.ts";
import { githubSlug, type SlugStyle } from "../anchor-style.ts";
import { type BodyEnvironment, claimId, fillGapWith, noteOnce, notesOf } from "../body-notes.ts";
import type { Dialect, TableReader } from "../dialect.ts";
import { tableBox } from "../tables.ts";
import {
	ALLOWED_ELEMENTS,
	type Attributes,
	attributesOf,
	imageOf,
	SILENT_ELEMENTS,
	VOID_ELEMENTS,
} from "./author-attributes.ts";

/** Of templates nothing is run, in HTML neither. */
const TEMPLATE = /\{\{[^{}]{0,1000}\}\}|\{%[^{}]{0,1000}%\}/g;

interface OpenHeading {
	/** Where its start tag belongs in the output. */
	readonly place: number;
	readonly level: number;
	readonly ownId: string | undefined;
	readonly attributes: string;
	text: string;
}

export interface MarkupOptions {
	readonly env: BodyEnvironment | undefined;
	readonly style: SlugStyle;
	/** Whether it starts in a table of the author's HTML, and in no cell of it. */
	readonly isInTable: boolean;
	readonly dialects: readonly Dialect[];
}

/** Writes what may stand of an author's markup between two marks of Markdown. */
export class AuthorMarkup {
	readonly #options: MarkupOptions;
	readonly #env: BodyEnvironment | undefined;
	#parser: Parser | undefined;
	/** Of the file, counted from 1. */
	#line = 0;
	#html: string[] = [];
	/** How many elements without a readable inside are open. */
	#silence = 0;
	#heading: OpenHeading | undefined;
	/** That links may lead to; its text so far, and where its start tag is. */
	#summary: { readonly place: number; text: string } | undefined;
	#cards: TableReader | undefined;
	/** Where a link leads whose text may be the name of a file. */
	#mentioned: string | undefined;
	/** What is written and has no end yet, the innermost last. */
	readonly #open: string[] = [];
	/** Of headings that end in another piece of HTML. */
	readonly #levels: number[] = [];
	/** How many elements are open around each table that got a cell of its own. */
	readonly #celled: number[] = [];

	constructor(options: MarkupOptions) {
		this.#options = options;
		this.#env = options.env;
	}

	/** @returns What is written for it. */
	read(html: string, line: number): string {
		this.#parser ??= new Parser(this, { decodeEntities: true, recognizeSelfClosing: true });
		this.#line = line;
		// The bracket of a shortcode is no start of a tag.
		this.#parser.write(html.replaceAll("{{<", "{{"));
		return this.#take();
	}

	/** @returns The ends of what is still open. */
	end(): string {
		this.#parser?.end();
		return this.#take();
	}

	get #place(): { readonly env: BodyEnvironment | undefined; readonly line: number } {
		return { env: this.#env, line: this.#line };
	}

	/** Whether what comes next stands in a table, and in no cell of it. */
	get isInTable(): boolean {
		const part = this.#open.findLast((name) => TABLE_PARTS.has(name) || CELLS.has(name));
		return part === undefined ? this.#options.isInTable : TABLE_PARTS.has(part);
	}

	/** @returns What was written since the last time. */
	#take(): string {
		// A heading whose end is elsewhere has no text that could be its name.
		if (this.#heading !== undefined) this.#levels.push(this.#closeHeading());
		this.#summary = undefined;
		const html = this.#html.join("");
		this.#html = [];
		return html;
	}

	onopentag(name: string, attributes: Attributes, isImplied: boolean): void {
		if (isImplied) return;
		if (name === "table") {
			const readers = this.#options.dialects.flatMap(
				({ readTable }) => readTable?.(attributes) ?? [],
			);
			this.#cards ??= readers[0];
		}
		const card = this.#cards?.start(name, attributes);
		if (card !== undefined) {
			if (this.#silence === 0) this.#html.push(card.html);
			if (card.isSilent) this.#silence += 1;
			return;
		}
		if (name === "iframe") this.#writeFrameLink(attributes);
		if (SILENT_ELEMENTS.has(name)) {
			this.#silence += 1;
			this.#noteLeftOut(name);
		}
		if (this.#silence > 0) return;
		if (!ALLOWED_ELEMENTS.has(name)) {
			if (!HARMLESS_ELEMENTS.has(name)) this.#noteLeftOut(name);
			return;
		}
		if (name === "table" && this.isInTable) {
			this.#celled.push(this.#open.length);
			this.#html.push(CELL.start);
		}
		if (!VOID_ELEMENTS.has(name)) this.#open.push(name);
		if (name === "a" && ("data-mention" in attributes || this.#cards !== undefined)) {
			this.#mentioned = attributes["href"];
		}
		const level = Number(/^h([1-6])$/.exec(name)?.[1] ?? 0);
		if (name === "summary" && this.#options.style.namesSummaries === true) {
			this.#summary = { place: this.#html.length, text: "" };
		}
		if (level > 0) this.#openHeading(level, attributes);
		else this.#html.push(this.#startOf(name, attributes));
	}

	ontext(text: string): void {
		if (this.#silence > 0) return;
		const shown = text.replace(TEMPLATE, (template) => {
			if (!/^\{[{%]-?\s*(?:\/\*|comment)/.test(template)) {
				this.#note(`"${template.slice(0, 100)}" is left out: nothing in a page is run`);
			}
			return "";
		});
		// The name of an icon of GitBook's.
		if (this.#open.at(-1) === "i" && /^:[\w-]+:$/.test(shown)) return;
		if (this.#heading !== undefined) this.#heading.text += shown;
		if (this.#summary !== undefined) this.#summary.text += shown;
		this.#html.push(escapeText(this.#mentioned === undefined ? shown : this.#titleOf(shown)));
	}

	/** A page is called by its title, as far as the name of its file tells that. */
	#titleOf(text: string): string {
		const name = /[^/]+(?=\/*$)/.exec(this.#mentioned ?? "")?.[0];
		return text === name && !URL.canParse(this.#mentioned ?? "")
			? titleOfPath(`/${text.replace(/\.mdx?$/, "")}`)
			: text;
	}

	onclosetag(name: string): void {
		const card = this.#cards?.end(name);
		if (card !== undefined) {
			if (card.isSilent) this.#silence = Math.max(this.#silence - 1, 0);
			else if (this.#silence === 0) this.#html.push(card.html);
			if (name === "table") this.#cards = undefined;
			return;
		}
		if (SILENT_ELEMENTS.has(name)) {
			this.#silence = Math.max(this.#silence - 1, 0);
			return;
		}
		// The parser also reports ends without a beginning.
		if (this.#silence > 0 || this.#open.at(-1) !== name) return;
		this.#open.pop();
		if (name === "a") this.#mentioned = undefined;
		if (name === "summary") this.#nameSummary();
		if (/^h[1-6]$/.test(name)) {
			if (this.#dropsHeading()) return;
			const level = this.#heading === undefined ? this.#levels.pop() : this.#closeHeading();
			this.#html.push(`</h${level ?? name.slice(1)}>`);
			return;
		}
		this.#html.push(`</${name}>${name === "table" ? "</div>" : ""}`);
		if (this.#celled.at(-1) !== this.#open.length) return;
		this.#celled.pop();
		this.#html.push(CELL.end);
	}

	#openHeading(level: number, attributes: Attributes): void {
		if (this.#heading !== undefined) this.#levels.push(this.#closeHeading());
		const { id, ...others } = attributes;
		this.#heading = {
			place: this.#html.length,
			level,
			ownId: id,
			attributes: attributesOf("h1", others, this.#place),
			text: "",
		};
		this.#html.push("");
	}

	/** A heading with only unknown icons counts as empty. */
	#dropsHeading(): boolean {
		if (this.#heading === undefined) return false;
		const { place } = this.#heading;
		const inside = this.#html.slice(place + 1).join("");
		if (!/^(?:<\/?i\b[^>]*>|\s)*$/.test(inside)) return false;
		this.#html.length = place;
		this.#heading = undefined;
		return true;
	}

	#nameSummary(): void {
		if (this.#summary === undefined) return;
		const { place, text } = this.#summary;
		const id = this.#options.style.slugOf(text.trim());
		if (id !== "" && this.#html[place] === "<summary>" && claimId(this.#env, id)) {
			this.#html[place] = `<summary id="${escapeAttribute(id)}">`;
		}
		this.#summary = undefined;
	}

	/** @returns The level of the heading: a page has one of the first. */
	#closeHeading(): number {
		const { place, level, ownId, attributes, text } = this.#heading as OpenHeading;
		this.#heading = undefined;
		const notes = notesOf(this.#env);
		const isTitle = level === 1 && notes.title === undefined;
		if (isTitle) notes.title = text.trim().replaceAll(/\s+/g, " ");
		const shown = level === 1 && !isTitle ? 2 : level;
		const wanted = ownId ?? githubSlug(text);
		const id =
			wanted !== "" && claimId(this.#env, wanted) ? ` id="${escapeAttribute(wanted)}"` : "";
		this.#html[place] = `<h${shown}${id}${attributes}>`;
		return shown;
	}

	#startOf(name: string, attributes: Attributes): string {
		if (name === "img") {
			return imageOf(attributes, { ...this.#place, isInPicture: this.#open.includes("picture") });
		}
		const start = `<${name}${attributesOf(name, attributes, this.#place)}>`;
		return name === "table" ? tableBox(notesOf(this.#env)) + start : start;
	}

	/** The policy lets no frame of another site in; a link leads there. */
	#writeFrameLink({ src, title }: Attributes): void {
		if (src === undefined || !/^https?:/i.test(src) || this.#silence > 0) return;
		const gap = fillGapWith(this.#env, { kind: "link", target: src, line: this.#line });
		this.#html.push(`<a${gap}>${escapeText(title ?? src)}</a>`);
	}

	#noteLeftOut(name: string): void {
		this.#note(`Element "${name}" is left out: pages must not contain it`);
	}

	#note(message: string): void {
		noteOnce(this.#env, message, this.#line);
	}
}

/** A table that begins in another one, and in no cell of it, would end that one, and the page with it. */
export const CELL = { start: "<tr><td>", end: "</td></tr>" };

const TABLE_PARTS: ReadonlySet<string> = new Set(["table", "thead", "tbody", "tfoot", "tr"]);
const CELLS: ReadonlySet<string> = new Set(["td", "th", "caption"]);

/** What is lost with them shows nowhere. */
const HARMLESS_ELEMENTS: ReadonlySet<string> = new Set(
	"html body main nav label button input fieldset legend meter progress output area map wbr nobr".split(
		" ",
	),
);
