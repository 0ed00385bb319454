import type { Logger } from "pino";
import type { BuildMeta, LatestBuild } from "../../shared/builds/build-meta.ts";
import type { RouteTable } from "../../shared/routing/route-matcher.ts";
import type { Revision } from "../content/revision.ts";
import type { PageGuards } from "../visibility/page-guards.ts";
import type { KeptBuilds } from "./kept-builds.ts";
import { writeUnavailablePage } from "./unavailable-page.ts";

/** Makes the meta file of the running build, with the route rules of a revision. */
export function createBuildMeta(
	build: LatestBuild,
	{ pages, routeRules }: Pick<Revision, "pages" | "routeRules">,
	{ isListed }: Pick<PageGuards, "isListed">,
): BuildMeta {
	const { matcher, table } = routeRules;
	// Matching ten thousand pages takes twenty milliseconds, and most sites mark no page.
	const marked = marksPages(table)
		? [...pages.values()].filter(({ path }) => matcher.isPrerendered(path))
		: [];
	return {
		...build,
		matcher: table,
		prerendered: marked.filter(isListed).map(({ path }) => path),
	};
}

function marksPages({ static: fixed, wildcard, dynamic }: RouteTable): boolean {
	return [fixed, wildcard, dynamic].some((rules) =>
		Object.values(rules).some(({ prerender }) => prerender === true),
	);
}

interface BuildPublisherOptions {
	readonly builds: Pick<KeptBuilds, "keep" | "live">;
	/** Absolute; servers of other builds and the proxy read it. */
	readonly buildsFolder: string;
	readonly revision: () => Revision;
	readonly guards: () => PageGuards;
	readonly log: Pick<Logger, "warn">;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Creates a function that publishes this build: its meta file with the current route rules, and the
 * page that the proxy sends while no server answers.
 *
 * The meta file is written again every day, so that the age of a build counts from its last day.
 */
export function createBuildPublisher(options: BuildPublisherOptions): () => Promise<void> {
	const { builds, buildsFolder, revision, guards, log } = options;
	const writeMeta = (): Promise<void> =>
		builds.keep(createBuildMeta(builds.live, revision(), guards()));
	setInterval(() => void writeMeta(), DAY_MS).unref();
	return async () => {
		writeUnavailablePage(buildsFolder, revision().config.public).catch((error: unknown) =>
			log.warn({ err: error }, "The page for times without a server cannot be written"),
		);
		await writeMeta();
	};
}
