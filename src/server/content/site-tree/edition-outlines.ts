import type { NavigationEntry } from "../../../platform/settings/content-settings.ts";
import { wordIn } from "../../../shared/page/words.ts";
import { editionOf, furtherEditions, pathInEdition } from "../editions.ts";
import type { Page } from "../pages/page.ts";
import type { Problem } from "../problem.ts";
import { createOutline, type OutlineSources } from "./create-outline.ts";
import type { PageTree, TreeNode } from "./page-tree.ts";

export interface OutlinedEditions {
	readonly tree: Pick<PageTree, "outline" | "outlines">;
	readonly problems: readonly Problem[];
}

/** Makes the navigation of each language and version: its own, or that of the first, as far as its pages are there. */
export function outlineEditions(
	entries: readonly NavigationEntry[],
	sources: OutlineSources,
): OutlinedEditions {
	const { editions } = sources;
	const main = createOutline(entries, sources);
	const problems = [...main.problems];
	const outlines = furtherEditions(editions).map(({ locale, version, root }) => {
		const own = version === editions.versions[0] ? locale?.navigation : undefined;
		if (own === undefined || locale === editions.locales[0]) {
			return [root, main.outline.flatMap((node) => inEdition(node, { locale, version }))] as const;
		}
		const outlined = createOutline(own, sources);
		problems.push(...outlined.problems);
		return [root, outlined.outline] as const;
	});
	// An edition of which nothing is listed has that of its folders.
	const some = outlines.filter(([, nodes]) => nodes.length > 0);
	return { tree: { outline: main.outline, outlines: Object.fromEntries(some) }, problems };

	function inEdition(
		{ page, children, path: _, ...node }: TreeNode,
		edition: Pick<Parameters<typeof pathInEdition>[1], "locale" | "version">,
	): readonly TreeNode[] {
		const there = page && translationOf(page, edition);
		const below = children.flatMap((child) => inEdition(child, edition));
		if (there === undefined && below.length === 0) return [];
		if (there === undefined) {
			const title = wordIn({ words: edition.locale?.words }, node.title);
			return [{ ...node, path: "", title, children: below }];
		}
		const title = (there.navigation || undefined)?.title ?? there.title;
		return [{ ...node, path: there.path, title, page: there, children: below }];
	}

	function translationOf(
		{ path }: Page,
		edition: Pick<Parameters<typeof pathInEdition>[1], "locale" | "version">,
	): Page | undefined {
		const { rest } = editionOf(path, editions);
		const there = sources.pages.get(pathInEdition(editions, { ...edition, rest }));
		return there?.navigation === false ? undefined : there;
	}
}
