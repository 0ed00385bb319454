import type { BuildMeta } from "../../shared/builds/build-meta.ts";
import type { LatestBuild } from "../../shared/builds/latest-build.ts";
import type { RouteTable } from "../../shared/routing/route-matcher.ts";
import type { Revision } from "../content/revision.ts";
import type { PageGuards } from "../visibility/page-guards.ts";

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
