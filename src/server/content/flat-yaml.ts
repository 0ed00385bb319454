import type { SourcePosition, YamlSource } from "./yaml-source.ts";

/**
 * A key that nobody can take for another type, and a value without any character that means
 * something to YAML: a whole number, or words that begin with a letter.
 */
const LINE =
	/^([A-Za-z][A-Za-z\d]{0,60}(?:[_-][A-Za-z\d]{1,60}){0,8}):( {1,8})(0|[1-9]\d{0,14}|\p{L}(?:[\p{L}\p{N} _.,()/'"!?+=;-]{0,400}[\p{L}\p{N}.,()/'"!?+=;-])?)$/u;

/** What is no text, in any letter case. */
const WORDS_OF_YAML: ReadonlySet<string> = new Set(["null", "true", "false"]);

/** Front matter of more lines is rare. */
const MAX_LINES = 20;

interface FlatEntry {
	readonly value: string | number;
	readonly key: SourcePosition;
	readonly position: SourcePosition;
}

/**
 * Reads the YAML that most front matter is: a few keys with a word, a sentence or a number each.
 * It comes out as the library reads it, in a hundredth of the time; that was a tenth of what
 * parsing a page takes.
 *
 * @param firstLine Line of the file on which the text starts.
 * @returns `undefined` for everything that could mean something else.
 */
export function readFlatYaml(text: string, firstLine: number): YamlSource | undefined {
	const entries = new Map<string, FlatEntry>();
	const lines = text.split("\n", MAX_LINES + 1);
	if (lines.length > MAX_LINES) return undefined;
	for (const [index, line] of lines.entries()) {
		const [, key = "", spaces = "", value = ""] = LINE.exec(line) ?? [];
		if (key === "" || entries.has(key)) return undefined;
		if (WORDS_OF_YAML.has(key.toLowerCase()) || WORDS_OF_YAML.has(value.toLowerCase())) {
			return undefined;
		}
		const at = { line: firstLine + index };
		entries.set(key, {
			value: /^\d/.test(value) ? Number(value) : value,
			key: { ...at, column: 1 },
			position: { ...at, column: key.length + 1 + spaces.length + 1 },
		});
	}
	const start = { line: firstLine, column: 1 };
	const entryAt = ([key]: readonly PropertyKey[]): FlatEntry | undefined =>
		entries.get(String(key));
	return {
		value: Object.fromEntries(Array.from(entries, ([key, { value }]) => [key, value])),
		problems: [],
		positionOf: (path) => entryAt(path)?.position ?? start,
		positionOfKey: (path) => entryAt(path)?.[path.length === 1 ? "key" : "position"] ?? start,
	};
}
