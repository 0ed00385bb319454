import { readFileSync } from "node:fs";
import { parse } from "yaml";

/** @returns The entries of a YAML or JSON file below `test/fixtures`, by name. */
export function readFixture<Entry, All = Readonly<Record<string, Entry>>>(path: string): All {
	const url = new URL(`../fixtures/${path}`, import.meta.url);
	return parse(readFileSync(url, "utf8"), { merge: true });
}

/** @returns The rows of a table in such a file. */
export function readRows<Row>(path: string, table: string): Row[] {
	const rows = readFixture<Row[]>(path)[table];
	if (rows === undefined) throw new Error(`${path} must have a table ${table}`);
	return rows;
}
