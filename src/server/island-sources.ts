import type { IslandPage, IslandSources } from "../shared/islands.ts";
import type { Page } from "./content/page.ts";
import type { Revision } from "./content/revision.ts";
import type { PageGuards } from "./page-guards.ts";

export interface IslandSourcesOptions {
	readonly revision: Revision;
	readonly buildId: string;
	readonly guards: Pick<PageGuards, "isListed">;
	/** The page that the island stands on. */
	readonly path: string | undefined;
}

/** What islands may know at this moment: pages that visitors may not see do not exist for them. */
export function islandSources(options: IslandSourcesOptions): IslandSources {
	const { revision, buildId, guards, path } = options;
	const { basePath, locale } = revision.config.public;
	const visible = [...revision.pages.values()].filter(guards.isListed);
	return {
		basePath,
		locale,
		pages: visible.flatMap(listedPage),
		buildId,
		revisionId: revision.id,
		path,
	};
}

/** @returns Nothing for pages that keep out of listings, and for those that only lead elsewhere. */
function listedPage({ path, title, navigation, frontMatter, modifiedMs }: Page): IslandPage[] {
	if (navigation === false || frontMatter.redirect !== undefined || title === "") return [];
	const { icon, order } = navigation;
	return [{ path, title, description: frontMatter.description, icon, order, modifiedMs }];
}
