import * as z from "zod";
import type { IslandSources } from "../shared/page/islands.ts";
import { describeIssue } from "./islands/island.ts";
import { ISLAND_TABLE } from "./islands/island-table.tsx";
import { wholeNumber } from "./islands/props.ts";
import { MIDDLEWARE } from "./middleware/registry.ts";

// The entry for the thread that reads the site folder: everything of the app that pages can name.

/** Names of the middleware that pages can ask for. */
export const MIDDLEWARE_NAMES: ReadonlySet<string> = new Set(MIDDLEWARE.keys());

/** How often an island refreshes; the component does not get it. */
const refreshProp = z.object({ refresh: wholeNumber(5, 86_400).optional() });

/** @returns What is wrong with an island as its author wrote it, as a sentence, or `undefined`. */
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

/** The page of an island decides about its defaults, never about whether its props fit. */
const ANYWHERE: IslandSources = {
	basePath: "",
	locale: "en",
	pages: [],
	buildId: "",
	revisionId: "",
	path: "/",
};
