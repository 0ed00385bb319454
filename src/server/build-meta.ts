import type { BuildMeta } from "../shared/build-meta.ts";
import type { LatestBuild } from "../shared/latest-build.ts";
import type { Revision } from "./content/revision.ts";
import type { PageGuards } from "./page-guards.ts";

/**
 * Makes what the meta file of the running build says, with the route rules of a revision.
 *
 * @returns A function of the guards of a moment: a page is listed only while it may be seen.
 */
export function createBuildMeta(
	build: LatestBuild,
	{ pages, routeRules }: Pick<Revision, "pages" | "routeRules">,
): (guards: Pick<PageGuards, "isListed">) => BuildMeta {
	const { matcher, table } = routeRules;
	const marked = [...pages.values()].filter(({ path }) => matcher.isPrerendered(path));
	return ({ isListed }) => ({
		...build,
		matcher: table,
		prerendered: marked.filter(isListed).map(({ path }) => path),
	});
}
