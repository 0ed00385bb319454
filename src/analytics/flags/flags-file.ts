import { existsSync, readFileSync } from "node:fs";
import { isCollection, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import { isRecord } from "../../shared/is-record.ts";
import type { Documents } from "../store/settings/documents.ts";
import { DEFINITION_KINDS, type DefinitionKind } from "./definition-kinds.ts";

export interface FlagsFileChoice {
	/** The operator's choice, which must exist. */
	readonly named: string | undefined;
	/** Read without a choice: the first that exists. */
	readonly usual: readonly string[];
}

/** @returns Path of the flags file, or `undefined` without one. */
export function findFlagsFile({ named, usual }: FlagsFileChoice): string | undefined {
	return named ?? usual.find((path) => existsSync(path));
}

/**
 * Writes the definitions of an operator's file into the store at every start. Definitions that the
 * file does not name stay as they are. Skips unchanged ones, so that the history shows only changes.
 *
 * The file is YAML or JSON, with a section for each kind of definition (`flags`, `cohorts`,
 * `early-access-features`): a list of definitions, or a map of keys to definitions.
 *
 * @returns One sentence for each problem, with file and line. With any problem nothing is written.
 */
export function loadFlagsFile(path: string, documents: Documents, now: number): readonly string[] {
	if (!existsSync(path)) return [`${path}: The file must exist`];
	const lines = new LineCounter();
	const source = parseDocument(readFileSync(path, "utf8"), { lineCounter: lines });
	const placeOf = (node: unknown): string => `${path}:${lines.linePos(startOf(node)).line}`;
	if (source.errors.length > 0) {
		return source.errors.map(
			({ pos, message }) => `${path}:${lines.linePos(pos[0]).line}: ${firstLine(message)}`,
		);
	}
	const { entries, problems } = readSections(source.contents, placeOf);
	const found = entries.flatMap(({ kind, key, body, node }) =>
		kind
			.check(body, key, documents)
			.map((problem) => `${placeOf(nodeAtPlace(node, problem))}: ${key}: ${problem}`),
	);
	if (problems.length + found.length > 0) return [...problems, ...found];
	for (const entry of entries) write(documents, entry, now);
	return [];
}

interface FileEntry {
	readonly kind: DefinitionKind;
	readonly key: string;
	readonly body: unknown;
	/** The definition's node in the file. */
	readonly node: unknown;
}

interface FileReading {
	readonly entries: readonly FileEntry[];
	readonly problems: readonly string[];
}

type PlaceOf = (node: unknown) => string;

const SECTIONS_RULE = `The file must have sections ${DEFINITION_KINDS.map(({ path }) => path).join(", ")} and no others`;

function readSections(contents: Node | null, placeOf: PlaceOf): FileReading {
	if (contents === null) return { entries: [], problems: [] };
	if (!isMap(contents)) return problemAt(contents, SECTIONS_RULE, placeOf);
	const readings = contents.items.map(({ key, value }) => {
		const kind = DEFINITION_KINDS.find(({ path }) => path === textOf(key));
		if (kind === undefined) return problemAt(key, SECTIONS_RULE, placeOf);
		return readSection(kind, value, placeOf);
	});
	return {
		entries: readings.flatMap(({ entries }) => entries),
		problems: readings.flatMap(({ problems }) => problems),
	};
}

function readSection(kind: DefinitionKind, section: unknown, placeOf: PlaceOf): FileReading {
	if (isMap(section)) {
		const entries = section.items.map(({ key, value }) => readEntry(kind, textOf(key), value));
		return { entries, problems: [] };
	}
	if (isSeq(section)) {
		const entries = section.items.map((item) => {
			const key = isMap(item) ? item.get(kind.keyField, true) : undefined;
			return readEntry(kind, textOf(key ?? ""), item);
		});
		return { entries, problems: [] };
	}
	return problemAt(section, `${kind.path} must be a list or a map of definitions`, placeOf);
}

function readEntry(kind: DefinitionKind, key: string, node: unknown): FileEntry {
	const body = isNode(node) ? node.toJSON() : node;
	return { kind, key, body: withNumber(kind, key, body), node };
}

/** The key of a map is a text; the id of a cohort is a number. */
function withNumber({ kind }: DefinitionKind, key: string, body: unknown): unknown {
	return kind === "cohort" && isRecord(body) ? { id: Number(key), ...body } : body;
}

function write(documents: Documents, { kind: { kind }, key, body }: FileEntry, now: number): void {
	const known = documents.get(kind, key);
	if (known !== undefined && JSON.stringify(known.body) === JSON.stringify(body)) return;
	documents.put({ kind, key, body }, now);
}

function problemAt(node: unknown, problem: string, placeOf: PlaceOf): FileReading {
	return { entries: [], problems: [`${placeOf(node)}: ${problem}`] };
}

function startOf(node: unknown): number {
	return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}

function isNode(node: unknown): node is Node {
	return typeof node === "object" && node !== null && "toJSON" in node;
}

function textOf(key: unknown): string {
	return String(isScalar(key) ? key.value : key);
}

function firstLine(text: string): string {
	return text.split("\n", 1)[0] ?? text;
}

/**
 * Finds the node of a problem.
 *
 * @param problem Begins with a path in the definition, such as `filters.groups[0].variant`.
 * @returns The deepest node on that path that exists.
 */
function nodeAtPlace(definition: unknown, problem: string): unknown {
	const [place = ""] = problem.split(" ", 1);
	let node = definition;
	for (const part of place.split(/[.[\]]+/).filter((name) => name !== "")) {
		const next = isCollection(node)
			? node.get(/^\d+$/.test(part) ? Number(part) : part, true)
			: undefined;
		if (next === undefined) return node;
		node = next;
	}
	return node;
}
