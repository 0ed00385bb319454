import { readFileSync } from "node:fs";
import { parse } from "yaml";

/** @returns The entries of a YAML or JSON file below `test/fixtures`, by name. */
export function readFixture<Entry, All = Readonly<Record<string, Entry>>>(path: string): All {
	const url = new URL(`../fixtures/${path}`, import.meta.url);
	return parse(readFileSync(url, "utf8"), { merge: true });
}
