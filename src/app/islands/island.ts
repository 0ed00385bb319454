import type { ComponentType } from "react";
import type { z } from "zod";
import type { IslandProps, IslandSources } from "../../shared/page/islands.ts";

/** A named component that the server renders into pages, and by itself. */
export interface Island<Props extends IslandProps = IslandProps> {
	/** Lower case with dashes: it stands in Markdown and in URLs. */
	readonly name: string;
	/**
	 * The props it takes, as they come from Markdown or from a query: every value may be text.
	 * Whatever is not named here is refused.
	 */
	readonly props: z.ZodType<Props>;
	/** Props that only the page can know, such as where the island stands. */
	readonly defaults?: (sources: IslandSources) => IslandProps;
	readonly Component: ComponentType<IslandComponentProps<Props>>;
}

export interface IslandComponentProps<Props> {
	readonly props: Props;
	readonly sources: IslandSources;
}
