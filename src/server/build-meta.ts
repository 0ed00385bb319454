import type { BuildMeta, LatestBuild } from "../shared/build-meta.ts";
import type { Page } from "./content/page.ts";
import type { Revision } from "./content/revision.ts";
import { isVisible } from "./visibility.ts";

/**
 * Makes what the meta file of the running build says, with the route rules of a revision.
 *
 * @returns A function of the time: a page is listed only while it may be seen.
 */
export function createBuildMeta(
	build: LatestBuild,
	{ pages, routeRules }: Pick<Revision, "pages" | "routeRules">,
): (nowMs: number) => BuildMeta {
	const { matcher, table } = routeRules;
	const marked = [...pages.values()].filter(({ path }) => matcher.isPrerendered(path));
	return (nowMs) => ({
		...build,
		matcher: table,
		prerendered: marked.filter((page: Page) => isVisible(page, nowMs)).map(({ path }) => path),
	});
}
