import type { Logger } from "pino";
import { renderProblem } from "../content/problem.ts";
import type { LiveRevision } from "./revision-mirror.ts";

/** Enough to act on; moving a folder can break thousands of links. */
const MAX_LINES = 100;

/**
 * Tells the operator what was read, and each problem in a line of its own when it is new.
 *
 * @param named The site folder that the operator named, if any.
 */
export function createRevisionReport(
	log: Logger,
	named: string | undefined,
): (revision: LiveRevision) => void {
	let known: ReadonlySet<string> | undefined;
	return (revision) => {
		const { id, folder, pages, problems, problemCount, config } = revision;
		log.info(
			{
				siteFolder: folder,
				revisionId: id,
				pages: pages.size,
				problems: problemCount,
			},
			"Site read",
		);
		const fresh = problems.filter((problem) => known?.has(renderProblem(problem)) !== true);
		for (const problem of fresh.slice(0, MAX_LINES)) {
			log.warn({ problem }, "Problem in the site folder");
		}
		if (folder === undefined) {
			log.warn(
				{ siteFolder: named },
				"SITE_DIR names a folder that is missing or empty: the site answers 503 until the folder has a page",
			);
		}
		if (known === undefined && config.public.url === undefined) {
			log.warn(
				'The site has no canonical links: set "url" in site.yaml or SITE_URL to the address that visitors use',
			);
		}
		known = new Set(problems.map(renderProblem));
	};
}
