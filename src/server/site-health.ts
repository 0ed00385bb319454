import type { Logger } from "pino";
import type { Readiness } from "../platform/observability/health.ts";
import { Metrics } from "../platform/observability/metrics.ts";
import { PROBLEMS_PATH } from "../shared/page/shown-problems.ts";
import type { KeptBuilds } from "./assets/kept-builds.ts";
import { accessRulesOf } from "./authorization/access-rules.ts";
import { renderProblem } from "./content/problem.ts";
import type { LiveContent } from "./content-worker/live-content.ts";
import type { LiveRevision } from "./content-worker/revision-delta.ts";
import type { EventQueue } from "./event-queue/event-queue.ts";
import type { GitFollower } from "./git/git-folder.ts";
import type { LiveCode } from "./site-code/live-code.ts";

/** `/readyz` shows only the first problems; `PROBLEMS_PATH` lists all. */
const PROBLEMS_SHOWN = 100;

interface ReadinessSources {
	readonly git: GitFollower | undefined;
	readonly queue: Pick<EventQueue, "problem"> | undefined;
	/** Runs the code of the site folder. */
	readonly code: Pick<LiveCode, "problem">;
}

/** Readiness details for `/readyz`: builds, content, the repository and the event queue. */
export function siteReadiness(
	builds: Pick<KeptBuilds, "live" | "state">,
	{ id, folder, pages, problems, problemCount, degraded }: LiveRevision,
	{ git, queue, code }: ReadinessSources,
): Readiness {
	return {
		ready: folder !== undefined,
		details: {
			buildId: builds.live.id,
			keptBuilds: builds.state,
			revisionId: id,
			...(git === undefined ? {} : { commit: git.commit() }),
			...(degraded === undefined ? {} : { degraded: true }),
			...(folder === undefined ? { siteFolder: "missing or empty" } : {}),
			...(queue?.problem === undefined ? {} : { eventQueue: queue.problem }),
			pages: pages.size,
			problemCount,
		},
		// Problems can name hidden pages, so only local clients see them.
		localDetails: {
			...(degraded === undefined ? {} : { degraded }),
			...(git?.problem() === undefined ? {} : { git: git.problem() }),
			...(code.problem === undefined ? {} : { code: code.problem }),
			problems: problems.slice(0, PROBLEMS_SHOWN),
			allProblems: PROBLEMS_PATH,
		},
	};
}

/** Creates the metrics of the process and of its content. */
export function createSiteMetrics(
	content: LiveContent,
	git: GitFollower | undefined,
	dataFolder: string,
): Metrics {
	const metrics = new Metrics();
	metrics.processGauges(dataFolder);
	metrics.gauge("content_pages", "Pages of the live revision", () => content.revision.pages.size);
	metrics.gauge(
		"content_problems",
		"Problems in the site folder",
		() => content.revision.problemCount,
	);
	metrics.gauge(
		"content_degraded",
		"1 while the last good version of the site is served instead of the site folder",
		() => (content.revision.degraded === undefined ? 0 : 1),
	);
	metrics.gauge(
		"content_git_failing",
		"1 while the repository of the site folder cannot be pulled",
		() => (git?.problem() === undefined ? 0 : 1),
	);
	metrics.gauge("content_revisions", "Revisions that have been live", () => content.swaps);
	return metrics;
}

/** Enough to act on; moving a folder can break thousands of links. */
const MAX_LINES = 100;

/**
 * Creates a function that logs each revision, and each new problem on its own line.
 *
 * @param named The site folder that the operator named, if any.
 */
export function createRevisionReport(
	log: Logger,
	named: string | undefined,
	canSignIn: boolean,
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
		if (!canSignIn && !accessRulesOf(revision).isEmpty) {
			log.warn(
				"Pages with access rules are hidden from every visitor: set OIDC_ISSUER or SIGN_IN_HEADERS",
			);
		}
		known = new Set(problems.map(renderProblem));
	};
}
