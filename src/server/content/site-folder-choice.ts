import { readdir } from "node:fs/promises";
import { OperatorError } from "../errors.ts";

/**
 * Chooses the folder to serve: the operator's, or the embedded site as long as the
 * operator's is absent or empty, so that a first start always shows something.
 *
 * @throws {OperatorError} When something is there that cannot be read as a folder.
 */
export async function chooseSiteFolder(
	named: string | undefined,
	embedded: string,
): Promise<string> {
	if (named === undefined) return embedded;
	const entries = await readdir(named).catch((error: unknown) => {
		if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
		throw new OperatorError("site-folder-unreadable", [
			`SITE_DIR must name a folder that can be read: "${named}" gave ${error}`,
		]);
	});
	return entries.some((name) => !name.startsWith(".")) ? named : embedded;
}
