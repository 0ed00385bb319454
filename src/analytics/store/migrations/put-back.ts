import { existsSync, renameSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { ConfigurationError } from "../../errors.ts";
import { isInUse } from "../database/is-in-use.ts";
import { createSettings } from "../settings/settings.ts";
import { readSchemaVersion } from "./schema-version.ts";
import { copyOfVersion, hasCopy } from "./store-copies.ts";

/** A setting of the newer store: the highest event number of the copy that replaced it. */
export const LAST_COPIED_EVENT = "last-copied-event";

/**
 * Replaces a store of a newer schema with its copy from before the upgrade. The newer store stays beside it, and
 * without the salts, as every copy.
 *
 * @param version Of the schema, for the version of Loggia that will run next.
 * @returns A function that replaces the store and returns a sentence for the operator; `undefined` when that
 * version can use the store.
 * @throws {ConfigurationError} When there is no such copy, or a service uses the store.
 */
export function preparePutBack(path: string, version: number): (() => string) | undefined {
	if (!existsSync(path)) return undefined;
	const store = new DatabaseSync(path, { timeout: 0 });
	try {
		const newer = readSchemaVersion(store);
		if (newer <= version) return undefined;
		if (!hasCopy(path, version)) {
			throw new ConfigurationError([
				`"${path}" has version ${newer} of the schema, and "${copyOfVersion(path, version)}" is missing: restore a back-up from before the upgrade`,
			]);
		}
		if (isInUse(store))
			throw new ConfigurationError(["The analytics service must be stopped first"]);
		return () => putBack(path, version, newer);
	} finally {
		store.close();
	}
}

function putBack(path: string, version: number, newer: number): string {
	const [copy, aside] = [copyOfVersion(path, version), copyOfVersion(path, newer)];
	const { mtime } = statSync(copy);
	const last = lastEventOf(copy);
	const store = new DatabaseSync(path);
	createSettings(store).set(LAST_COPIED_EVENT, String(last));
	store.exec("PRAGMA secure_delete = ON; DELETE FROM salts;");
	store.close();
	renameSync(path, aside);
	renameSync(copy, path);
	return `Put back "${path}" as it was at ${mtime.toISOString()}; the newer store is "${aside}"`;
}

function lastEventOf(path: string): number {
	const copy = new DatabaseSync(path, { readOnly: true });
	try {
		return Number(copy.prepare("SELECT max(id) AS last FROM events").get()?.["last"] ?? 0);
	} finally {
		copy.close();
	}
}
