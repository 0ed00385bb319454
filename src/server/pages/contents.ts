import type { HeadSite } from "../../shared/page/head.ts";
import type { NavigationItem } from "../../shared/page/navigation.ts";
import type { Card, PageParts } from "../../shared/page/page-parts.ts";
import { urlPath } from "../../shared/routing/routes.ts";
import { isIndexed } from "../discovery/discoverable-sections.ts";
import { navigationOf, type PageSources } from "./page-sources.ts";

/** Enough to see what a card leads to. */
const MAX_NAMED = 4;

/** The home page of a folder that has none: a way to the first page, and a card for each part of what there is. */
export function contentsOf(
	sources: PageSources,
	{ name, description: tagline }: Pick<HeadSite, "name" | "description">,
): Required<Pick<PageParts, "hero" | "cards">> {
	const { pages, config } = sources.revision;
	const { sections, sidebar } = navigationOf(sources, "/");
	const all = [...sections.map((item) => openSection(item, sources)), ...sidebar];
	// The only page of a folder leads to no other.
	const parts = namedItems(all, sources).filter(({ path }) => path !== "/");
	const first = parts.map(firstPath).find((path) => path !== undefined);
	const link = (path: string): string => urlPath(config.public.basePath, path);
	const actions =
		first === undefined
			? []
			: [{ text: pages.get(first)?.title || name, link: link(first), isMain: true }];
	// A single part is no choice: what is in it is shown in its place.
	const [only] = parts;
	const inside = parts.length === 1 ? (only?.children ?? []) : [];
	const shown = inside.length > 1 ? inside : parts;
	// A page with the button has no card as well.
	const others = shown.filter(({ path, children = [] }) => path !== first || children.length > 0);
	return {
		hero: { title: name, tagline, actions },
		cards: others.map((item) => cardOf(item, sources)),
	};
}

/** What is below a page that has no words of its own, such as the index of a folder. */
export function cardsBelow(sources: PageSources, path: string): readonly Card[] {
	const children = childrenAt(navigationOf(sources, path).sidebar, path) ?? [];
	return namedItems(children, sources).map((item) => cardOf(item, sources));
}

/** Leaves out pages that search engines must not index: the Markdown of a page repeats its cards. */
function namedItems(
	items: readonly NavigationItem[],
	sources: PageSources,
): readonly NavigationItem[] {
	return items.flatMap(({ children = [], ...item }) => {
		const page = sources.revision.pages.get(item.path ?? "");
		if (item.url !== undefined || (page !== undefined && !isIndexed(page))) return [];
		return [{ ...item, children: namedItems(children, sources) }];
	});
}

function childrenAt(
	items: readonly NavigationItem[],
	path: string,
): readonly NavigationItem[] | undefined {
	for (const { path: own, children = [] } of items) {
		const found = own === path ? children : childrenAt(children, path);
		if (found !== undefined) return found;
	}
	return undefined;
}

/** Sections come without their pages. */
function openSection(section: NavigationItem, sources: PageSources): NavigationItem {
	if (section.path === undefined) return section;
	const { sidebar } = navigationOf(sources, section.path);
	const [only] = sidebar;
	const children = sidebar.length === 1 ? (only?.children ?? []) : sidebar;
	return { ...section, children };
}

function firstPath({ path, children = [] }: NavigationItem): string | undefined {
	return path ?? children.map(firstPath).find((below) => below !== undefined);
}

function cardOf(item: NavigationItem, { revision }: PageSources): Card {
	const { title, icon, children = [] } = item;
	const path = firstPath(item);
	const names = children.slice(0, MAX_NAMED).map((child) => child.title);
	const more = children.length > MAX_NAMED ? " …" : "";
	const details =
		names.length > 0
			? names.join(" · ") + more
			: path && revision.pages.get(path)?.frontMatter.description;
	return {
		title,
		...(details && { details }),
		...(icon && { icon }),
		...(path && { link: urlPath(revision.config.public.basePath, path) }),
	};
}
