import { renameSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { FIRST_PROJECT } from "../api-types/projects.ts";
import type { AnalyticsConfig } from "../config.ts";
import { storedProjectIds } from "../projects/projects.ts";
import { openStore } from "../store/analytics-store.ts";
import { tryMigration } from "../store/file/try-migration.ts";
import { FIRST_VERSION, SCHEMA_VERSION } from "../store/migrations/migrations.ts";
import { preparePutBack } from "../store/migrations/put-back.ts";
import { readSchemaVersion } from "../store/migrations/schema-version.ts";
import { copyOfVersion, hasCopy } from "../store/migrations/store-copies.ts";
import { createSettings } from "../store/settings/settings.ts";
import {
	exitWith,
	orExit,
	printProgress,
	storedProjects,
	storePathOf,
	storePaths,
} from "./or-exit.ts";

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

/**
 * Puts the copies of all stores back that the next version can use, by the version of its schema. Prints the ids
 * of the projects whose store was replaced.
 */
export async function putBackAll(config: AnalyticsConfig, words: readonly string[]): Promise<void> {
	const version = Number(words[0] ?? SCHEMA_VERSION);
	if (!Number.isSafeInteger(version)) {
		exitWith(`The version of the schema must be a whole number: got "${words[0]}"`);
	}
	const known = projectsOfCopy(config.storePath, version);
	// All are checked first: either all stores are replaced, or none.
	const actions = new Map<string, () => string>();
	for (const id of [FIRST_PROJECT, ...storedProjects(config)]) {
		const path = storePathOf(config, id);
		if (known?.has(id) === false) {
			printProgress(`"${path}" stays: its project was created after the upgrade`);
			continue;
		}
		const action = await orExit(() => preparePutBack(path, version));
		if (action !== undefined) actions.set(id, action);
	}
	for (const [id, action] of actions) {
		printProgress(action());
		process.stdout.write(`${id}\n`);
	}
}

/** @returns Ids of the projects that existed before the upgrade; `undefined` without a copy. */
function projectsOfCopy(path: string, version: number): ReadonlySet<string> | undefined {
	if (!hasCopy(path, version)) return undefined;
	const copy = new DatabaseSync(copyOfVersion(path, version), { readOnly: true });
	try {
		return new Set(storedProjectIds(createSettings(copy)));
	} finally {
		copy.close();
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
