/** One record of a table, or the mark of one that was too long to keep. */
export type CsvRecord =
	| { readonly kind: "record"; readonly line: number; readonly cells: readonly string[] }
	| { readonly kind: "too-long"; readonly line: number };

/** One row of a table, by the names in its first row. */
export type CsvRow = Readonly<Record<string, string>>;

/** Where in a record the next character stands. */
type Place = "start" | "plain" | "quoted" | "after-quote";

/**
 * Cuts a stream of CSV into records; cells with quotes may have line ends. A record that is too long
 * is let pass without being kept.
 *
 * @returns Every record but blank ones, with the number of its first line, from 1.
 * @see RFC 4180, section 2
 */
export async function* csvRecordsOf(
	body: AsyncIterable<Uint8Array>,
	maxLength: number,
): AsyncGenerator<CsvRecord> {
	const reader = new CsvReader(maxLength);
	const decoder = new TextDecoder();
	for await (const chunk of body) yield* reader.read(decoder.decode(chunk, { stream: true }));
	yield* reader.read(decoder.decode());
	yield* reader.finish();
}

class CsvReader {
	readonly #maxLength: number;
	#place: Place = "start";
	#cells: string[] = [];
	#cell = "";
	#length = 0;
	#line = 1;
	#firstLine = 1;

	constructor(maxLength: number) {
		this.#maxLength = maxLength;
	}

	*read(text: string): Generator<CsvRecord> {
		for (const character of text) {
			if (character === "\n") this.#line += 1;
			if (this.#place === "quoted") {
				if (character === '"') this.#place = "after-quote";
				else this.#keep(character);
			} else if (character === "\n") {
				yield* this.finish();
			} else if (character === ",") {
				this.#endCell();
			} else if (character === '"' && this.#place !== "plain") {
				// Two quotes in a row, inside of quotes, are one.
				if (this.#place === "after-quote") this.#keep(character);
				this.#place = "quoted";
			} else if (character !== "\r") {
				this.#keep(character);
				this.#place = "plain";
			}
		}
	}

	*finish(): Generator<CsvRecord> {
		this.#endCell();
		const [cells, line, length] = [this.#cells, this.#firstLine, this.#length];
		[this.#cells, this.#length, this.#firstLine] = [[], 0, this.#line];
		if (length > this.#maxLength) yield { kind: "too-long", line };
		else if (cells.length > 1 || cells[0] !== "") yield { kind: "record", line, cells };
	}

	#keep(character: string): void {
		this.#length += character.length;
		if (this.#length <= this.#maxLength) this.#cell += character;
	}

	#endCell(): void {
		this.#length += 1;
		if (this.#length <= this.#maxLength) this.#cells.push(this.#cell);
		this.#cell = "";
		this.#place = "start";
	}
}
