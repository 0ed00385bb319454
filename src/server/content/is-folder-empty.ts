import { readdir } from "node:fs/promises";
import { OperatorError } from "../errors.ts";

/**
 * Whether the site folder is missing, or contains only hidden files.
 *
 * @throws {OperatorError} When the path cannot be read as a folder.
 */
export async function isFolderEmpty(siteFolder: string): Promise<boolean> {
	const entries = await readdir(siteFolder).catch((error: unknown) => {
		if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
		throw new OperatorError("site-folder-unreadable", [
			`SITE_DIR must name a folder that can be read: "${siteFolder}" gave ${error}`,
		]);
	});
	return entries.every((name) => name.startsWith("."));
}
