import * as z from "zod";
import type { IslandSources } from "../../shared/page/islands.ts";
import { describeIssue } from "./island.ts";
import { ISLAND_TABLE } from "./island-table.ts";
import { wholeNumber } from "./props.ts";

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
