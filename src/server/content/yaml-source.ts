import { parse as parseTomlText, TomlDate, TomlError } from "smol-toml";
import {
	type Document,
	isMap,
	isNode,
	isPair,
	isScalar,
	isSeq,
	LineCounter,
	parseDocument,
	visit,
} from "yaml";
import type { Problem } from "./problem.ts";

/** A position in a file; line and column count from 1. */
export interface SourcePosition {
	readonly line: number;
	readonly column: number;
}

/** Parsed YAML, with the position of each value in its file. */
export interface YamlSource {
	/** Plain data; `undefined` if the text is not YAML. */
	readonly value: unknown;
	readonly problems: readonly Problem[];
	/** @returns The position of a key's value, or of the nearest existing value around it. */
	readonly positionOf: (path: readonly PropertyKey[]) => SourcePosition;
	/** @returns The position of the key itself. */
	readonly positionOfKey: (path: readonly PropertyKey[]) => SourcePosition;
}

/** Limit against files that multiply values by aliases. Normal files have only a few. */
const MAX_ALIASES = 100;

/**
 * Parses YAML of an author, which may have any content.
 *
 * @param firstLine Line of the file on which the text starts: front matter starts on 2.
 */
export function parseYaml(file: string, text: string, firstLine = 1): YamlSource {
	const lines = new LineCounter();
	const positionAt = (offset: number): SourcePosition => {
		const { line, col } = lines.linePos(offset);
		return { line: Math.max(line, 1) + firstLine - 1, column: Math.max(col, 1) };
	};
	try {
		const document = parseDocument(text, {
			...{ lineCounter: lines, prettyErrors: false },
			// Problems are reported with their file. This stops warnings of the library on standard error.
			logLevel: "error",
		});
		const problems = document.errors.map(({ message, pos }) => ({
			file,
			...positionAt(pos[0]),
			message: `Must be valid YAML: ${message.replace(/\.$/, "")}`,
		}));
		const value = problems.length > 0 ? undefined : document.toJS({ maxAliasCount: MAX_ALIASES });
		const circle = value === undefined ? undefined : findCircle(document);
		if (circle !== undefined) {
			const message = "Must not contain a value that contains itself through an alias";
			return unreadable({ file, ...positionAt(circle), message });
		}
		return {
			value,
			problems,
			positionOf: (path) => positionAt(offsetOf(document, path, "value")),
			positionOfKey: (path) => positionAt(offsetOf(document, path, "key")),
		};
	} catch (error) {
		return unreadable({ file, line: firstLine, column: 1, message: reasonOf(error) });
	}
}

/** @returns The offset of an alias that refers to a value around it. */
function findCircle(document: Document): number | undefined {
	let offset: number | undefined;
	visit(document, {
		Alias(_key, alias, above) {
			const target = alias.resolve(document);
			if (target === undefined || !above.includes(target)) return undefined;
			offset = startOf(alias);
			return visit.BREAK;
		},
	});
	return offset;
}

/** Returns one position for all values: for TOML, whose library has none, and for unreadable text. */
function atOnePlace({ line, column }: SourcePosition, value: unknown): YamlSource {
	const positionOf = (): SourcePosition => ({ line, column });
	return { value, problems: [], positionOf, positionOfKey: positionOf };
}

function unreadable(problem: Required<Problem>): YamlSource {
	return { ...atOnePlace(problem, undefined), problems: [problem] };
}

/** The library throws in two cases only: multiplying aliases, and nesting that exhausts the stack. */
function reasonOf(error: unknown): string {
	if (error instanceof ReferenceError) return "Must not expand so many aliases";
	if (error instanceof RangeError) return "Must have fewer levels of nesting";
	throw error;
}

function offsetOf(document: Document, path: readonly PropertyKey[], end: "key" | "value"): number {
	let node: unknown = document.contents;
	let offset = 0;
	for (const [index, segment] of path.entries()) {
		const isLast = index === path.length - 1;
		const child = childOf(node, segment);
		if (child === undefined) return offset;
		offset = startOf(isLast && end === "key" ? child.key : child.value) ?? offset;
		node = child.value;
	}
	return offset;
}

function childOf(
	node: unknown,
	segment: PropertyKey,
): { readonly key: unknown; readonly value: unknown } | undefined {
	if (isMap(node)) {
		const pair = node.items.find(
			(item) => isPair(item) && isScalar(item.key) && String(item.key.value) === String(segment),
		);
		// An empty value has no position; the key is the nearest node.
		return pair === undefined ? undefined : { key: pair.key, value: pair.value ?? pair.key };
	}
	if (isSeq(node)) {
		const item = node.items[Number(segment)];
		return item === undefined ? undefined : { key: item, value: item };
	}
	return undefined;
}

function startOf(node: unknown): number | undefined {
	return isNode(node) ? node.range?.[0] : undefined;
}

/**
 * Parses TOML, which Hugo uses for front matter. The library has no positions of values, so every
 * position is the start.
 *
 * @param firstLine Line of the file on which the text starts.
 */
export function parseToml(file: string, text: string, firstLine: number): YamlSource {
	try {
		return atOnePlace({ line: firstLine, column: 1 }, plainValue(parseTomlText(text)));
	} catch (error) {
		if (!(error instanceof TomlError)) throw error;
		const line = firstLine + error.line - 1;
		const message = `Must be valid TOML: ${error.message.split("\n", 1)[0]}`;
		return unreadable({ file, line, column: error.column, message });
	}
}

/** Converts dates to text, as in YAML. */
function plainValue(value: unknown): unknown {
	if (value instanceof TomlDate) return value.toISOString();
	if (Array.isArray(value)) return value.map(plainValue);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, plainValue(entry)]));
}
