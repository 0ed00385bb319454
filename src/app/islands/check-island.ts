import * as z from "zod";
import type { IslandSources } from "../../shared/page/islands.ts";
import type { Island } from "./island.ts";
import { wholeNumber } from "./props.ts";

/** How often an island refreshes; the component does not get it. */
const refreshProp = z.object({ refresh: wholeNumber(5, 86_400).optional() });

/** @returns What is wrong with an island as its author wrote it, as a sentence, or `undefined`. */
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

type Issue = NonNullable<ReturnType<Island["props"]["safeParse"]>["error"]>["issues"][number];

/** Says what is wrong with a prop, in words for authors. */
export function describeIssue(issue: Issue): string {
	if (issue.code === "unrecognized_keys") {
		return `There is no prop named ${issue.keys.map((key) => `"${key}"`).join(" or ")}`;
	}
	return `${issue.path.join(".")} ${issue.message}`;
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
