import type { Dialect, TableReader, TableTag } from "../markdown/dialect.ts";

export const gitbook: Dialect = {
	readTable: (attributes) => (attributes["data-view"] === "cards" ? new CardTable() : undefined),
};

/** Start and end tags for the parts of the table. */
const TAGS: Readonly<Record<string, readonly [start: string, end: string]>> = {
	table: ['<ul class="cards">', "</ul>"],
	th: ["", ""],
	tbody: ["", ""],
	tr: ['<li><div class="card">', "</div></li>"],
	td: ["<div>", "</div>"],
};

const SILENT: TableTag = { html: "", isSilent: true };

/** Writes GitBook's table of cards as a list. Rows are cards, and columns may be hidden. */
class CardTable implements TableReader {
	readonly #isHidden: boolean[] = [];
	#column = 0;
	/** Number of open tables: a table in a cell stays a table. */
	#depth = 0;

	start(name: string, attributes: Readonly<Record<string, string>>): TableTag | undefined {
		if (name === "table") this.#depth += 1;
		if (this.#depth > 1) return undefined;
		if (name === "th") {
			this.#isHidden.push("data-hidden" in attributes && !("data-card-target" in attributes));
		}
		if (name === "tr") this.#column = 0;
		if (name === "td") this.#column += 1;
		return this.#tagOf(name, 0);
	}

	end(name: string): TableTag | undefined {
		const tag = this.#depth > 1 ? undefined : this.#tagOf(name, 1);
		if (name === "table") this.#depth -= 1;
		return tag;
	}

	#tagOf(name: string, side: 0 | 1): TableTag | undefined {
		const isHiddenCell = name === "td" && this.#isHidden[this.#column - 1] === true;
		if (name === "thead" || isHiddenCell) return SILENT;
		const html = TAGS[name]?.[side];
		return html === undefined ? undefined : { html, isSilent: false };
	}
}
