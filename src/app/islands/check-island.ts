import * as z from "zod";
import type { IslandSources } from "../../shared/page/islands.ts";
import { describeIssue } from "./describe-issue.ts";
import type { Island } from "./island.ts";
import { wholeNumber } from "./props.ts";

/** The author's word for how often an island refreshes: it is no prop, since it changes nothing in it. */
const refreshProp = z.object({ refresh: wholeNumber(5, 86_400).optional() });

/**
 * Looks at an island as its author wrote it, before anybody asks for the page.
 *
 * @returns What is wrong, as a sentence, or `undefined`.
 */
export function checkIsland(
	table: readonly Island[],
	name: string,
	{ refresh, ...props }: Readonly<Record<string, string>>,
): string | undefined {
	const island = table.find((candidate) => candidate.name === name);
	if (island === undefined) return `There is no island named "${name}"`;
	const issues = [
		...(refreshProp.safeParse({ refresh }).error?.issues ?? []),
		...(island.props.safeParse({ ...island.defaults?.(ANYWHERE), ...props }).error?.issues ?? []),
	];
	return issues.length === 0 ? undefined : issues.map(describeIssue).join("; ");
}

/** Which page the island stands on decides about its defaults, never about whether its props fit. */
const ANYWHERE: IslandSources = {
	basePath: "",
	locale: "en",
	pages: [],
	buildId: "",
	revisionId: "",
	path: "/",
};
