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

/** Template expressions, which are not run, not even in HTML. */
const TEMPLATE = /\{\{[^{}]{0,1000}\}\}|\{%[^{}]{0,1000}%\}/g;

interface OpenHeading {
	/** Index of its start tag in the output. */
	readonly place: number;
	readonly level: number;
	readonly ownId: string | undefined;
	readonly attributes: string;
	text: string;
}

export interface MarkupOptions {
	readonly env: BodyEnvironment | undefined;
	readonly style: SlugStyle;
	/** Whether it starts inside a table of the author's HTML, but outside of its cells. */
	readonly isInTable: boolean;
	readonly dialects: readonly Dialect[];
}

/** Filters an author's HTML between two Markdown tokens: writes only what the policy permits. */
export class AuthorMarkup {
	readonly #options: MarkupOptions;
	readonly #env: BodyEnvironment | undefined;
	#parser: Parser | undefined;
	/** Line of the file, counted from 1. */
	#line = 0;
	#html: string[] = [];
	/** Number of open elements whose content is dropped. */
	#silence = 0;
	#heading: OpenHeading | undefined;
	/** Open `summary` that links may lead to: its text so far, and the index of its start tag. */
	#summary: { readonly place: number; text: string } | undefined;
	#cards: TableReader | undefined;
	/** Target of an open link whose text may be a file name. */
	#mentioned: string | undefined;
	/** Written elements that are still open, the innermost last. */
	readonly #open: string[] = [];
	/** Levels of headings that end in another piece of HTML. */
	readonly #levels: number[] = [];
	/** Number of open elements around each table that was wrapped in an extra cell. */
	readonly #celled: number[] = [];

	constructor(options: MarkupOptions) {
		this.#options = options;
		this.#env = options.env;
	}

	/** @returns The filtered HTML. */
	read(html: string, line: number): string {
		this.#parser ??= new Parser(this, { decodeEntities: true, recognizeSelfClosing: true });
		this.#line = line;
		// The bracket of a shortcode must not start a tag.
		this.#parser.write(html.replaceAll("{{<", "{{"));
		return this.#take();
	}

	/** @returns The end tags of the elements that are still open. */
	end(): string {
		this.#parser?.end();
		return this.#take();
	}

	get #place(): { readonly env: BodyEnvironment | undefined; readonly line: number } {
		return { env: this.#env, line: this.#line };
	}

	/** Whether the next content is inside a table, but outside of its cells. */
	get isInTable(): boolean {
		const part = this.#open.findLast((name) => TABLE_PARTS.has(name) || CELLS.has(name));
		return part === undefined ? this.#options.isInTable : TABLE_PARTS.has(part);
	}

	/** @returns The HTML written since the last call. */
	#take(): string {
		// The heading ends in another piece of HTML. Its id and title come from the text so far.
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
				this.#note(`"${template.slice(0, 100)}" is left out: pages do not run code`);
			}
			return "";
		});
		// The name of a GitBook icon.
		if (this.#open.at(-1) === "i" && /^:[\w-]+:$/.test(shown)) return;
		if (this.#heading !== undefined) this.#heading.text += shown;
		if (this.#summary !== undefined) this.#summary.text += shown;
		this.#html.push(escapeText(this.#mentioned === undefined ? shown : this.#titleOf(shown)));
	}

	/** Replaces a file name as link text with the title that the name suggests. */
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
		// The parser also reports end tags without a start tag.
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

	/** @returns The written level: only the first `h1` of a page stays an `h1`. */
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

	/** The policy forbids frames of other sites, so a link replaces the frame. */
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

/** A table inside a table, but outside of its cells, would end the outer table and break the page. */
export const CELL = { start: "<tr><td>", end: "</td></tr>" };

const TABLE_PARTS: ReadonlySet<string> = new Set(["table", "thead", "tbody", "tfoot", "tr"]);
const CELLS: ReadonlySet<string> = new Set(["td", "th", "caption"]);

/** Elements that are left out without a problem, because their loss is not visible. */
const HARMLESS_ELEMENTS: ReadonlySet<string> = new Set(
	"html body main nav label button input fieldset legend meter progress output area map wbr nobr".split(
		" ",
	),
);
