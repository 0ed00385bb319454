import type { DatabaseSync } from "node:sqlite";
import { FIRST_VERSION, SCHEMA_VERSION } from "./migrations.ts";
import { copyOfVersion, hasCopy } from "./store-copies.ts";

/** @returns 0 for a file without a schema. */
export function readSchemaVersion(database: DatabaseSync): number {
	return Number(database.prepare("PRAGMA user_version").get()?.["user_version"]);
}

/**
 * @param path The store that has the version; absent for a back-up.
 * @returns Instructions for the operator, or `undefined` for a version that this one reads or migrates.
 */
export function describeSchemaVersion(version: number, path?: string): string | undefined {
	if (version >= FIRST_VERSION && version <= SCHEMA_VERSION) return undefined;
	const file = path === undefined ? "The copy" : `"${path}"`;
	const found = `${file} has version ${version} of the schema and must have version ${SCHEMA_VERSION}`;
	if (version < FIRST_VERSION) {
		return `${found}: start the older version of Loggia, save its GET /api/v1/export/events.jsonl, run "./loggia upgrade set-aside" (without containers, "npm run set-aside", and start this version), and send the export to POST /api/v1/import/events.jsonl`;
	}
	const newer = `${found}: install the newer version of Loggia that wrote it`;
	if (path === undefined || !hasCopy(path, SCHEMA_VERSION)) return newer;
	return `${newer}, or run "npm run put-back", which replaces the store with its copy from before the upgrade, "${copyOfVersion(path, SCHEMA_VERSION)}"`;
}
