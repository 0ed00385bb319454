import { parse, TomlDate, TomlError } from "smol-toml";
import type { YamlSource } from "../yaml-source.ts";

/**
 * Reads TOML, as Hugo writes front matter. Its library does not tell where a value stands:
 * every place is the start.
 *
 * @param firstLine Line of the file on which the text starts.
 */
export function parseToml(file: string, text: string, firstLine: number): YamlSource {
	const start = { line: firstLine, column: 1 };
	const places = { positionOf: () => start, positionOfKey: () => start };
	try {
		return { value: plainValue(parse(text)), problems: [], ...places };
	} catch (error) {
		if (!(error instanceof TomlError)) throw error;
		const line = firstLine + error.line - 1;
		const message = `Must be valid TOML: ${error.message.split("\n", 1)[0]}`;
		return {
			value: undefined,
			problems: [{ file, line, column: error.column, message }],
			...places,
		};
	}
}

/** Dates become text, as they are in YAML. */
function plainValue(value: unknown): unknown {
	if (value instanceof TomlDate) return value.toISOString();
	if (Array.isArray(value)) return value.map(plainValue);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, plainValue(entry)]));
}
