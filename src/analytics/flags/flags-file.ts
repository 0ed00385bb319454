import { existsSync, readFileSync } from "node:fs";
import { isCollection, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import { isRecord } from "../../shared/is-record.ts";
import type { Documents } from "../store/settings/documents.ts";
import { DEFINITION_KINDS, type DefinitionKind } from "./definition-kinds.ts";

interface FlagsFileChoice {
	/** Path that the operator names; it must exist. */
	readonly named: string | undefined;
	/** Paths to use without `named`; the first existing one is read. */
	readonly usual: readonly string[];
}

/** @returns Path of the flags file, or `undefined` without one. */
export function findFlagsFile({ named, usual }: FlagsFileChoice): string | undefined {
	return named ?? usual.find((path) => existsSync(path));
}

/**
 * Writes the definitions of an operator's file into the store at each start. Definitions that the file
 * does not name do not change. Skips unchanged definitions, so that the history has only changes.
 *
 * The file is YAML or JSON, with a section for each kind of definition (`flags`, `cohorts`,
 * `early-access-features`): a list of definitions, or a map of keys to definitions.
 *
 * @returns One sentence for each problem, with file and line. If there are problems, writes nothing.
 */
export function loadFlagsFile(path: string, documents: Documents, now: number): readonly string[] {
	if (!existsSync(path)) return [`${path}: The file must exist`];
	const lines = new LineCounter();
	const source = parseDocument(readFileSync(path, "utf8"), { lineCounter: lines });
	const problems: string[] = [];
	const report = (offset: number, problem: string): void => {
		problems.push(`${path}:${lines.linePos(offset).line}: ${problem}`);
	};
	for (const { pos, message } of source.errors) report(pos[0], message.split("\n", 1)[0] ?? "");
	if (problems.length > 0) return problems;
	const entries = readSections(source.contents, (node, problem) => report(startOf(node), problem));
	for (const { kind, key, body, node } of entries) {
		for (const problem of kind.check(body, key, documents)) {
			report(startOf(nodeAtPlace(node, problem)), `${key}: ${problem}`);
		}
	}
	if (problems.length > 0) return problems;
	for (const { kind, key, body } of entries) {
		const known = documents.get(kind.kind, key);
		const isKnown = known !== undefined && JSON.stringify(known.body) === JSON.stringify(body);
		if (!isKnown) documents.put({ kind: kind.kind, key, body }, now);
	}
	return [];
}

interface FileEntry {
	readonly kind: DefinitionKind;
	readonly key: string;
	readonly body: unknown;
	/** The definition's node in the file. */
	readonly node: unknown;
}

type Report = (node: unknown, problem: string) => void;

const SECTIONS_RULE = `The file must have sections ${DEFINITION_KINDS.map(({ path }) => path).join(", ")} and no others`;

function readSections(contents: Node | null, report: Report): readonly FileEntry[] {
	if (contents === null) return [];
	if (isMap(contents)) {
		return contents.items.flatMap(({ key, value }) => {
			const kind = DEFINITION_KINDS.find(({ path }) => path === textOf(key));
			if (kind !== undefined) return readSection(kind, value, report);
			report(key, SECTIONS_RULE);
			return [];
		});
	}
	report(contents, SECTIONS_RULE);
	return [];
}

function readSection(kind: DefinitionKind, section: unknown, report: Report): readonly FileEntry[] {
	if (isMap(section)) {
		return section.items.map(({ key, value }) => readEntry(kind, textOf(key), value));
	}
	if (isSeq(section)) {
		return section.items.map((item) => {
			const key = isMap(item) ? item.get(kind.keyField, true) : undefined;
			return readEntry(kind, textOf(key ?? ""), item);
		});
	}
	report(section, `${kind.path} must be a list or a map of definitions`);
	return [];
}

function readEntry(kind: DefinitionKind, key: string, node: unknown): FileEntry {
	const read = isNode(node) ? node.toJSON() : node;
	// The key of a map is a text; the id of a cohort is a number.
	const body = kind.kind === "cohort" && isRecord(read) ? { id: Number(key), ...read } : read;
	return { kind, key, body, node };
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
