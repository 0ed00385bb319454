import { renderToStaticMarkup } from "react-dom/server";
import type { IslandCall, IslandRendering } from "../../shared/page/islands.ts";
import { IconContext, type IconSource } from "../components/icon.tsx";
import { describeIssue, type Island } from "./island.ts";

/** Renders an island, if it exists and the props fit its schema. */
export function renderIsland(
	table: readonly Island[],
	icons: IconSource,
	{ name, props, sources }: IslandCall,
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
