import * as z from "zod";
import type { IslandSources } from "../shared/page/islands.ts";
import { describeIssue } from "./islands/island.ts";
import { ISLAND_TABLE } from "./islands/island-table.tsx";
import { wholeNumber } from "./islands/props.ts";
import { MIDDLEWARE } from "./middleware/registry.ts";

// Entry for the thread that reads the site folder: the parts of the app that pages can name.

/** Names of the middleware that pages can use. */
export const MIDDLEWARE_NAMES: ReadonlySet<string> = new Set(MIDDLEWARE.keys());

/** Refresh interval of an island, in seconds; the component does not receive it. */
const refreshProp = z.object({ refresh: wholeNumber(5, 86_400).optional() });

/** @returns The problems of an island in a page as one sentence, or `undefined`. */
export function checkIsland(
	name: string,
	{ refresh, ...props }: Readonly<Record<string, string>>,
): string | undefined {
	const island = ISLAND_TABLE.find((candidate) => candidate.name === name);
	if (island === undefined) return `There is no island named "${name}"`;
	const issues = [
		...(refreshProp.safeParse({ refresh }).error?.issues ?? []),
		...(island.props.safeParse({ ...island.defaults?.(ANYWHERE), ...props }).error?.issues ?? []),
	];
	return issues.length === 0 ? undefined : issues.map(describeIssue).join("; ");
}

/** Any page: the page of an island affects its defaults, but not whether its props are valid. */
const ANYWHERE: IslandSources = {
	basePath: "",
	locale: "en",
	pages: [],
	buildId: "",
	revisionId: "",
	path: "/",
};
