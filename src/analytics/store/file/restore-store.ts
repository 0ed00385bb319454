import { randomUUID } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { isDamage } from "../database/damage.ts";
import { isInUse } from "../database/is-in-use.ts";
import { migrateStore } from "../migrations/migrate-store.ts";
import { describeSchemaVersion, readSchemaVersion } from "../migrations/schema-version.ts";

/**
 * Replaces the store with a copy. Checks and migrates the copy before it changes the store.
 *
 * @param path The store's file; it may be missing.
 * @returns Why the copy was refused, or `undefined` after the replacement.
 */
export async function restoreStore(path: string, input: Readable): Promise<string | undefined> {
	const fresh = `${path}.restored-${randomUUID()}`;
	await mkdir(dirname(path), { recursive: true });
	try {
		await pipeline(input, createWriteStream(fresh, { mode: 0o600 }));
		const problem = problemOfCopy(fresh) ?? problemOfStore(path);
		if (problem === undefined) {
			migrate(fresh);
			await replace(path, fresh);
		}
		return problem;
	} finally {
		await removeWithLogs(fresh);
	}
}

function problemOfCopy(path: string): string | undefined {
	try {
		const copy = new DatabaseSync(path, { readOnly: true });
		try {
			const verdict = copy.prepare("PRAGMA quick_check").get()?.["quick_check"];
			if (verdict !== "ok") return `The copy is damaged: ${verdict}`;
			const version = readSchemaVersion(copy);
			return version === 0 ? "The copy has no store" : describeSchemaVersion(version);
		} finally {
			copy.close();
		}
	} catch (error) {
		if (isDamage(error)) return "The copy is not a SQLite file";
		throw error;
	}
}

function problemOfStore(path: string): string | undefined {
	if (!existsSync(path)) return undefined;
	const store = new DatabaseSync(path, { timeout: 0 });
	try {
		return isInUse(store) ? "The analytics service must be stopped first" : undefined;
	} catch (error) {
		// A damaged store must not block its own restore.
		if (isDamage(error)) return undefined;
		throw error;
	} finally {
		store.close();
	}
}

function migrate(path: string): void {
	const copy = new DatabaseSync(path);
	try {
		migrateStore(copy, path, { report: () => undefined, copies: false });
	} finally {
		copy.close();
	}
}

async function replace(path: string, fresh: string): Promise<void> {
	await removeWithLogs(path);
	await rename(fresh, path);
}

async function removeWithLogs(path: string): Promise<void> {
	for (const suffix of ["", "-wal", "-shm"]) await rm(path + suffix, { force: true });
}
