import type { Logger } from "pino";
import type { Revision } from "./content/revision.ts";

/** Tells the operator what was read, and each problem in a line of its own. */
export function reportRevision(log: Logger, siteFolder: string, revision: Revision): void {
	const { id, pages, problems, config } = revision;
	log.info(
		{ siteFolder, revisionId: id, pages: pages.size, problems: problems.length },
		"Site read",
	);
	for (const problem of problems) log.warn({ problem }, "Problem in the site folder");
	if (config.public.url === undefined) {
		log.warn(
			'The site has no canonical links: set "url" in site.yaml or SITE_URL to the address that visitors use',
		);
	}
}
