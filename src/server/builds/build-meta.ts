import type { BuildMeta } from "../../shared/builds/build-meta.ts";
import type { LatestBuild } from "../../shared/builds/latest-build.ts";
import type { RouteTable } from "../../shared/routing/route-matcher.ts";
import type { Revision } from "../content/revision.ts";
import type { PageGuards } from "../visibility/page-guards.ts";

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
	// Asking for each of ten thousand pages takes twenty milliseconds, and most sites mark none.
	const marked = marksAny(table)
		? [...pages.values()].filter(({ path }) => matcher.isPrerendered(path))
		: [];
	return ({ isListed }) => ({
		...build,
		matcher: table,
		prerendered: marked.filter(isListed).map(({ path }) => path),
	});
}

function marksAny({ static: fixed, wildcard, dynamic }: RouteTable): boolean {
	return [fixed, wildcard, dynamic].some((rules) =>
		Object.values(rules).some(({ prerender }) => prerender === true),
	);
}
