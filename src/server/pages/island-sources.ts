import type { IslandPage, IslandSources } from "../../shared/page/islands.ts";
import type { Page } from "../content/pages/page.ts";
import type { Revision } from "../content/revision.ts";
import type { TreeNode } from "../content/site-tree/page-tree.ts";
import type { PageGuards } from "../visibility/page-guards.ts";

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
	return {
		basePath,
		locale,
		words: revision.config.look.look.words ?? {},
		pages: pagesBelow(revision.tree.root).filter(guards.isListed).flatMap(listedPage),
		buildId,
		revisionId: revision.id,
		path,
	};
}

function pagesBelow({ page, children }: TreeNode): Page[] {
	return [...(page === undefined ? [] : [page]), ...children.flatMap(pagesBelow)];
}

/** @returns Nothing for pages that keep out of listings, and for those that only lead elsewhere. */
function listedPage({ path, title, navigation, frontMatter, modifiedMs }: Page): IslandPage[] {
	if (navigation === false || title === "") return [];
	const { description } = frontMatter;
	return [{ path, title, description, icon: navigation.icon, modifiedMs }];
}
