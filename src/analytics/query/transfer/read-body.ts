import { pipeline, Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import type { z } from "zod";
import type { ReadBody } from "./import-lines.ts";
import {
	checkLine,
	type ImportContext,
	type ImportReading,
	parseLine,
	refusedLine,
} from "./import-reading.ts";

/** An event may have 1 MiB, and its line may repeat parts of it. */
const MAX_LINE_BYTES = 2 * 1024 * 1024;

/** A row of a table: column name → cell. */
export type CsvRow = Readonly<Record<string, string>>;

export type ReadRow = (row: CsvRow, context: ImportContext) => ImportReading;

/** Reads a body with one JSON record in each line, checked by the schema. */
export function jsonLines<Value>(
	schema: z.ZodType<Value>,
	read: (value: Value, length: number, context: ImportContext) => ImportReading,
): ReadBody {
	return async function* (body, context) {
		const readText = (text: string): ImportReading => {
			const parsed = parseLine(text);
			const checked = parsed.kind === "refused" ? parsed : checkLine(schema, parsed.value);
			return checked.kind === "refused" ? checked : read(checked.value, text.length, context);
		};
		for await (const { line, text } of linesOf(body, MAX_LINE_BYTES)) {
			yield { line, reading: text === undefined ? TOO_LONG : readText(text) };
		}
	};
}

const NEWLINE = 0x0a;

/**
 * Splits a stream of bytes into lines. A line that is too long has no text, so that a body
 * without any line end takes no memory.
 *
 * @returns Every line but blank ones, numbered from 1.
 */
export async function* linesOf(body: AsyncIterable<Uint8Array>, maxBytes: number) {
	let kept: Uint8Array[] = [];
	let length = 0;
	let line = 1;
	const keep = (part: Uint8Array): void => {
		length += part.length;
		if (length > maxBytes) kept = [];
		else kept.push(part);
	};
	const finish = () => {
		const text = length > maxBytes ? undefined : Buffer.concat(kept).toString("utf8").trim();
		const finished = { line, text };
		[kept, length, line] = [[], 0, line + 1];
		return text === "" ? [] : [finished];
	};
	for await (const chunk of body) {
		let start = 0;
		for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
			keep(chunk.subarray(start, end));
			start = end + 1;
			yield* finish();
		}
		keep(chunk.subarray(start));
	}
	yield* finish();
}

/** @param readerFor Finds the reader for the names of the columns, or returns an error sentence. */
export function csvRows(readerFor: (columns: readonly string[]) => ReadRow | string): ReadBody {
	return async function* (body, context) {
		const parser = parse(CSV_OPTIONS);
		// The loop below throws its errors.
		pipeline(Readable.from(body), parser, () => undefined);
		let columns: readonly string[] | undefined;
		let read: ReadRow | string = "";
		const readingOf = (cells: readonly string[]): ImportReading | undefined => {
			if (columns === undefined) {
				columns = cells.map((cell) => cell.trim());
				read = readerFor(columns);
				return typeof read === "string" ? refusedLine("malformed", read) : undefined;
			}
			if (typeof read === "string") return refusedLine("malformed");
			if (cells.length !== columns.length) {
				const rule = `It must have ${columns.length} cells, like the first line: current value is "${cells.length}"`;
				return refusedLine("malformed", rule);
			}
			const named = columns.map((name, index) => [name, cells[index] ?? ""] as const);
			return read(Object.fromEntries(named), context);
		};
		try {
			for await (const { record, info } of parser) {
				const reading = readingOf(record);
				if (reading !== undefined) yield { line: info.lines, reading };
			}
		} catch (error) {
			if (!(error instanceof CsvError)) throw error;
			const rule = `The table must be CSV; its other rows were not read: ${error.message}`;
			yield { line: Number(error["lines"]), reading: refusedLine("malformed", rule) };
		}
	};
}

const CSV_OPTIONS = {
	bom: true,
	info: true,
	max_record_size: MAX_LINE_BYTES,
	relax_column_count: true,
	relax_quotes: true,
	skip_empty_lines: true,
} as const;

const TOO_LONG = refusedLine("too-long", `It must be at most ${MAX_LINE_BYTES} bytes`);
