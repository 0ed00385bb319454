import { realpathSync } from "node:fs";
import { listSiteFolder } from "../content/files/list-site-folder.ts";
import { SETTLED } from "../content/files/settling.ts";
import { readSettings } from "../content/read-settings.ts";
import { SiteConfigError } from "../content/site-config.ts";

/**
 * Judges the folder of a commit before it counts. A page with a mistake in it is no reason: that page
 * alone keeps its last good version.
 *
 * @returns Why it cannot be the site folder, or `undefined` when it can.
 */
export function judgeCommit(
	folder: string,
	environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
	try {
		const root = realpathSync(folder);
		const settings = { root, environment, settling: SETTLED, previous: undefined };
		const { pages } = listSiteFolder(root, readSettings(settings).config.layout);
		return pages.length === 0 ? "it has no pages" : undefined;
	} catch (error) {
		if (error instanceof SiteConfigError) return error.message.split("\n")[1] ?? error.message;
		throw error;
	}
}
