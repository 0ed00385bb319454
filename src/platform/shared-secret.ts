import { randomBytes } from "node:crypto";
import { link, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { errorCodeOf } from "./error-code.ts";
import { withDraft } from "./shared-folder.ts";

const SECRET_BYTES = 32;

/** In characters; generated secrets have 43. */
const MIN_LENGTH = 16;

/** Folder and name of the file with the secret. */
interface SecretPlace {
	/** Several servers may share this folder. */
	readonly folder: string;
	readonly name: string;
}

/**
 * Reads a secret, or creates one in the data folder.
 *
 * @param configured The operator's own secret.
 * @returns The secret, and a problem if the secret could not be saved and is lost with this process.
 */
export async function readSharedSecret(
	configured: string | undefined,
	place: SecretPlace,
): Promise<{ readonly secret: string; readonly problem?: string }> {
	if (configured !== undefined) return { secret: configured };
	const fresh = randomBytes(SECRET_BYTES).toString("base64url");
	try {
		return { secret: await readOrCreate(place, fresh) };
	} catch (error) {
		return { secret: fresh, problem: error instanceof Error ? error.message : String(error) };
	}
}

async function readOrCreate({ folder, name }: SecretPlace, fresh: string): Promise<string> {
	const file = join(folder, name);
	await withDraft(folder, async (draft) => {
		await writeFile(draft, fresh, { mode: 0o600 });
		// The first process that links the file wins. The file is complete before it gets its name.
		await link(draft, file).catch((error: unknown) => {
			if (errorCodeOf(error) !== "EEXIST") throw error;
		});
	});
	const kept = (await readFile(file, "utf8")).trim();
	// A full disk can truncate the file, and anyone could forge signatures of a short secret.
	if (kept.length < MIN_LENGTH) throw new Error(`The file "${file}" must hold a secret`);
	return kept;
}
