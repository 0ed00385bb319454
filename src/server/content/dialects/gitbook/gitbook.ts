import type { Dialect, TableReader, TableTag } from "../../markdown/dialect.ts";

export const gitbook: Dialect = {
	readTable: (attributes) => (attributes["data-view"] === "cards" ? new CardTable() : undefined),
};

/** GitBook writes its cards as a table, whose rows are cards and whose columns may be hidden. Here it is a list. */
export class CardTable implements TableReader {
	readonly #isHidden: boolean[] = [];
	#column = 0;
	/** A table in a cell is one. */
	#depth = 0;

	/** @returns `undefined` for what is no part of the table. */
	start(name: string, attributes: Readonly<Record<string, string>>): TableTag | undefined {
		if (name === "table") this.#depth += 1;
		if (this.#depth > 1) return undefined;
		switch (name) {
			case "table":
				return shown('<ul class="cards">');
			case "thead":
				return { html: "", isSilent: true };
			case "th":
				this.#isHidden.push("data-hidden" in attributes && !("data-card-target" in attributes));
				return shown("");
			case "tbody":
				return shown("");
			case "tr":
				this.#column = 0;
				return shown('<li><div class="card">');
			case "td":
				this.#column += 1;
				return this.#isHiddenCell() ? { html: "", isSilent: true } : shown("<div>");
			default:
				return undefined;
		}
	}

	end(name: string): TableTag | undefined {
		const isPart = this.#depth <= 1;
		if (name === "table") this.#depth -= 1;
		if (!isPart) return undefined;
		switch (name) {
			case "table":
				return shown("</ul>");
			case "thead":
				return { html: "", isSilent: true };
			case "th":
			case "tbody":
				return shown("");
			case "tr":
				return shown("</div></li>");
			case "td":
				return this.#isHiddenCell() ? { html: "", isSilent: true } : shown("</div>");
			default:
				return undefined;
		}
	}

	#isHiddenCell(): boolean {
		return this.#isHidden[this.#column - 1] === true;
	}
}

function shown(html: string): TableTag {
	return { html, isSilent: false };
}
