import type { ComponentType } from "react";
import type { z } from "zod";
import type { IslandProps, IslandSources } from "../../shared/page/islands.ts";

/** A named component that the server renders inside pages and alone. */
export interface Island<Props extends IslandProps = IslandProps> {
	/** Lower case with dashes, for Markdown and URLs. */
	readonly name: string;
	/**
	 * The schema of its props, which come from Markdown or a query: every value may be text. Other
	 * props are refused.
	 */
	readonly props: z.ZodType<Props>;
	/** Defaults that depend on the page of the island. */
	readonly defaults?: (sources: IslandSources) => IslandProps;
	readonly Component: ComponentType<IslandComponentProps<Props>>;
}

export interface IslandComponentProps<Props> {
	readonly props: Props;
	readonly sources: IslandSources;
}

type Issue = NonNullable<ReturnType<Island["props"]["safeParse"]>["error"]>["issues"][number];

/** Describes a problem with a prop for authors. */
export function describeIssue(issue: Issue): string {
	if (issue.code === "unrecognized_keys") {
		return `There is no prop named ${issue.keys.map((key) => `"${key}"`).join(" or ")}`;
	}
	return `${issue.path.join(".")} ${issue.message}`;
}
