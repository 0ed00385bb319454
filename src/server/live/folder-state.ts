import { createHash } from "node:crypto";
import { lstatSync, realpathSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { iconsState, listSiteFolder } from "../content/files/list-site-folder.ts";
import { fileStamp } from "../content/files/read-regular-file.ts";
import { SITE_CONFIG_FILE } from "../content/parse-site-config.ts";
import { loadSiteConfig } from "../content/read-settings.ts";
import { REDIRECTS_FILE } from "../content/route-rules.ts";
import type { SiteLayout } from "../content/site-config.ts";
import { OperatorError } from "../errors.ts";

/**
 * Tells one state of a site folder from another without reading any file.
 *
 * @throws {Error} When the folder does not exist.
 */
export function folderState(siteFolder: string): string {
	const { root, pages, assets, publicFiles } = listSiteFolder(
		realpathSync(siteFolder),
		layoutOf(siteFolder),
	);
	const hash = createHash("sha256");
	for (const { file, stamp } of [...pages, ...assets, ...publicFiles]) {
		hash.update(`${file}\0${stamp}\n`);
	}
	for (const name of [SITE_CONFIG_FILE, REDIRECTS_FILE]) {
		const status = lstatSync(join(root, name), { throwIfNoEntry: false });
		hash.update(`${name}\0${status === undefined ? "" : fileStamp(status)}\n`);
	}
	return hash.update(iconsState(root)).digest("hex");
}

/** A folder whose settings cannot be read has the layout that folders have by default. */
function layoutOf(siteFolder: string): SiteLayout | undefined {
	try {
		return loadSiteConfig(siteFolder, {}).layout;
	} catch {
		return undefined;
	}
}

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
