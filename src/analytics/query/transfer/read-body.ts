import { type CsvRow, csvRecordsOf } from "./csv-records.ts";
import type { ReadBody } from "./import-lines.ts";
import { type ImportContext, type ImportReading, refusedLine } from "./import-reading.ts";
import { linesOf } from "./lines-of.ts";

/** An event may have a megabyte; its line may repeat some of it. */
const MAX_LINE_BYTES = 2 * 1024 * 1024;

export type ReadRow = (row: CsvRow, context: ImportContext) => ImportReading;

/** Each line is one record. */
export function jsonLines(read: (line: string, context: ImportContext) => ImportReading): ReadBody {
	return async function* (body, context) {
		for await (const line of linesOf(body, MAX_LINE_BYTES)) {
			const reading = line.kind === "too-long" ? TOO_LONG : read(line.text, context);
			yield { line: line.number, readings: [reading] };
		}
	};
}

/** @param readerFor Told the names of the columns; a sentence says why none can read them. */
export function csvRows(readerFor: (columns: readonly string[]) => ReadRow | string): ReadBody {
	return async function* (body, context) {
		let columns: readonly string[] | undefined;
		let read: ReadRow | string = "";
		for await (const record of csvRecordsOf(body, MAX_LINE_BYTES)) {
			const { line } = record;
			if (record.kind === "too-long") {
				yield { line, readings: [TOO_LONG] };
			} else if (columns === undefined) {
				columns = record.cells.map((cell) => cell.trim());
				read = readerFor(columns);
				if (typeof read === "string") yield { line, readings: [refusedLine("malformed", read)] };
			} else if (typeof read === "string") {
				yield { line, readings: [refusedLine("malformed")] };
			} else if (record.cells.length !== columns.length) {
				const rule = `It must have ${columns.length} cells, as the first line: current value is "${record.cells.length}"`;
				yield { line, readings: [refusedLine("malformed", rule)] };
			} else {
				const names = columns;
				const row = Object.fromEntries(
					record.cells.map((cell, index) => [names[index] ?? "", cell]),
				);
				yield { line, readings: [read(row, context)] };
			}
		}
	};
}

const TOO_LONG = refusedLine("too-long", `It must be at most ${MAX_LINE_BYTES} bytes`);
