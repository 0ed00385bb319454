import { loadRevision } from "../../../src/server/content/load-revision.ts";
import { bodyHtml } from "../../../src/server/content/pages/page.ts";
import type { LoadedRevision, Revision } from "../../../src/server/content/revision.ts";
import { type SiteFiles, writeSiteFolder } from "../../support/site-folder.ts";

/** The revision of a folder with these files. */
export async function revisionOf(
	files: SiteFiles,
	environment: Readonly<Record<string, string>> = {},
): Promise<LoadedRevision> {
	return loadRevision({ siteFolder: await writeSiteFolder(files), environment });
}

/** The rendered body of the page at `path`. */
export function htmlOf({ pages }: Pick<Revision, "pages">, path: string): string {
	const page = pages.get(path);
	if (page === undefined) throw new Error(`There is no page at "${path}"`);
	return bodyHtml(page);
}

/** Every problem as `file:line message`. */
export function problemsOf({ problems }: Revision): string[] {
	return problems.map(({ file, line, message }) => `${file}:${line ?? "-"} ${message}`);
}
