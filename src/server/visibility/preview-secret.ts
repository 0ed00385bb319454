import { randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** What signs preview links, and where it is from. */
export interface PreviewSecret {
	readonly secret: string;
	/** Why links will not outlive this process; absent when they will. */
	readonly problem?: string;
}

const FILE = "preview-secret";

const SECRET_BYTES = 32;

/** In characters; what we make ourselves has 43. */
const MIN_LENGTH = 16;

/**
 * Reads the secret for preview links. Without one from the operator it is made once and kept
 * in the data folder, where servers that share the folder find the same.
 *
 * @param configured The operator's own, or `undefined`.
 */
export async function readPreviewSecret(
	configured: string | undefined,
	dataFolder: string,
): Promise<PreviewSecret> {
	if (configured !== undefined) return { secret: configured };
	const fresh = randomBytes(SECRET_BYTES).toString("base64url");
	try {
		return { secret: await readOrCreate(join(dataFolder, FILE), fresh, dataFolder) };
	} catch (error) {
		return { secret: fresh, problem: error instanceof Error ? error.message : String(error) };
	}
}

async function readOrCreate(file: string, fresh: string, folder: string): Promise<string> {
	await mkdir(folder, { recursive: true });
	const draft = join(folder, `.${FILE}-${randomUUID()}`);
	try {
		await writeFile(draft, fresh, { mode: 0o600 });
		// The first process to link the file decides; it is complete when it gets its name.
		await link(draft, file);
	} catch (error) {
		if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
	} finally {
		await rm(draft, { force: true });
	}
	const kept = (await readFile(file, "utf8")).trim();
	// Cut short by a full disk, it would sign for everybody.
	if (kept.length < MIN_LENGTH) throw new Error(`The file "${file}" must hold a secret`);
	return kept;
}
