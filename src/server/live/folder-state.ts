import { createHash } from "node:crypto";
import { lstatSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { iconsState } from "../content/files/icons-state.ts";
import { listSiteFolder } from "../content/files/list-site-folder.ts";
import { fileStamp } from "../content/files/read-regular-file.ts";
import { SITE_CONFIG_FILE } from "../content/parse-site-config.ts";
import { loadSiteConfig } from "../content/read-settings.ts";
import { REDIRECTS_FILE } from "../content/route-rules.ts";
import type { SiteLayout } from "../content/site-config.ts";

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
