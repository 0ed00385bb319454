import { renameSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { AnalyticsConfig } from "../config.ts";
import { openStore } from "../store/analytics-store.ts";
import { tryMigration } from "../store/file/try-migration.ts";
import { FIRST_VERSION, SCHEMA_VERSION } from "../store/migrations/migrations.ts";
import { putBack } from "../store/migrations/put-back.ts";
import { readSchemaVersion } from "../store/migrations/schema-version.ts";
import { exitWith, orExit, printProgress, storePaths } from "./or-exit.ts";

/** Migrates all stores in place. A start does the same; this task has no time limit of a health check. */
export async function migrate(config: AnalyticsConfig): Promise<void> {
	for (const path of storePaths(config)) {
		await orExit(() => openStore(path, Date.now(), { reportMigration: printProgress }).close());
	}
}

/** Migrates copies of all stores, and deletes the copies: says whether an upgrade to this version would succeed. */
export async function tryMigrations(config: AnalyticsConfig): Promise<void> {
	for (const path of storePaths(config)) {
		try {
			await orExit(() => tryMigration(path, Date.now(), printProgress));
		} catch (error) {
			exitWith(`"${path}" cannot be migrated (${error})`);
		}
	}
}

/** Puts the copies of all stores back that the next version can use, by the version of its schema. */
export async function putBackAll(config: AnalyticsConfig, words: readonly string[]): Promise<void> {
	const version = Number(words[0] ?? SCHEMA_VERSION);
	if (!Number.isSafeInteger(version)) {
		exitWith(`The version of the schema must be a whole number: got "${words[0]}"`);
	}
	for (const path of storePaths(config)) {
		const done = await orExit(() => putBack(path, version));
		if (done !== undefined) printProgress(done);
	}
}

/** Renames stores that are too old to be migrated, so that the service starts with empty ones. */
export function setAside(config: AnalyticsConfig): void {
	for (const path of storePaths(config)) {
		const store = new DatabaseSync(path);
		const version = readSchemaVersion(store);
		if (version < FIRST_VERSION) store.exec("PRAGMA journal_mode = DELETE");
		store.close();
		if (version >= FIRST_VERSION) continue;
		renameSync(path, `${path}.older-${version}`);
		printProgress(`"${path}" is "${path}.older-${version}" now`);
	}
}
