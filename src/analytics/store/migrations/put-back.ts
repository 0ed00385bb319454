import { existsSync, renameSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { ConfigurationError } from "../../errors.ts";
import { isInUse } from "../database/is-in-use.ts";
import { readSchemaVersion } from "./schema-version.ts";
import { copyOfVersion, hasCopy } from "./store-copies.ts";

/**
 * Replaces a store of a newer schema with its copy from before the upgrade. The newer store stays beside it, and
 * without the salts, as every copy.
 *
 * @param version Of the schema, for the version of Loggia that will run next.
 * @returns What was done, for the operator; `undefined` when that version can use the store.
 * @throws {ConfigurationError} When there is no such copy, or a service uses the store.
 */
export function putBack(path: string, version: number): string | undefined {
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
		store.exec("PRAGMA secure_delete = ON; DELETE FROM salts;");
		const [copy, aside] = [copyOfVersion(path, version), copyOfVersion(path, newer)];
		const { mtime } = statSync(copy);
		renameSync(path, aside);
		renameSync(copy, path);
		return `Put back "${path}" as it was at ${mtime.toISOString()}; the newer store is "${aside}"`;
	} finally {
		store.close();
	}
}
