import { renderToStaticMarkup } from "react-dom/server";
import { z } from "zod";
import type { IslandRendering, IslandSources } from "../../shared/islands.ts";
import { IconContext, type IconSource } from "../components/icon-context.ts";
import type { Island } from "./island.ts";
import { wholeNumber } from "./props.ts";

export interface IslandRequest {
	readonly name: string;
	/** Not trusted: they come from Markdown or from a query. */
	readonly props: Readonly<Record<string, unknown>>;
	readonly sources: IslandSources;
}

/** Renders an island, if there is one of this name and the props are those it takes. */
export function renderIsland(
	table: readonly Island[],
	icons: IconSource,
	{ name, props, sources }: IslandRequest,
): IslandRendering {
	const island = table.find((candidate) => candidate.name === name);
	if (island === undefined) return { kind: "unknown" };
	const reading = island.props.safeParse({ ...island.defaults?.(sources), ...props });
	if (!reading.success) {
		return { kind: "refused", reason: reading.error.issues.map(describeIssue).join("; ") };
	}
	const { Component } = island;
	const html = renderToStaticMarkup(
		<IconContext value={icons}>
			<Component props={reading.data} sources={sources} />
		</IconContext>,
	);
	return { kind: "rendered", html, props: reading.data };
}

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

type Issues = NonNullable<ReturnType<Island["props"]["safeParse"]>["error"]>["issues"];

function describeIssue(issue: Issues[number]): string {
	if (issue.code === "unrecognized_keys") {
		return `There is no prop named ${issue.keys.map((key) => `"${key}"`).join(" or ")}`;
	}
	return `${issue.path.join(".")} ${issue.message}`;
}
