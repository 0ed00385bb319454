import type { HeadSite } from "../../shared/page/head.ts";
import type { NavigationItem } from "../../shared/page/navigation.ts";
import type { Card, PageParts } from "../../shared/page/page-parts.ts";
import type { Payload } from "../../shared/page/payload.ts";
import { urlPath } from "../../shared/routing/routes.ts";
import { isIndexed } from "../seo/discoverable-sections.ts";
import {
	generatedPage,
	navigationOf,
	type PageRequest,
	type PageSources,
	stylesOf,
} from "./page-sources.ts";

/** Number of titles on a card, which is enough to show its content. */
const MAX_NAMED = 4;

/** Resolves the home page of a site without one. */
export function resolveContents(sources: PageSources, { path }: PageRequest): Payload | undefined {
	if (path !== "/") return undefined;
	const contents = contentsOf(sources, sources.revision.config.public);
	const page = { id: "index", path, title: "", ...contents, html: "" };
	return generatedPage({ ...page, ...stylesOf(sources, page) }, navigationOf(sources, path));
}

/** Returns a home page for a site without one: a link to the first page, and a card for each part. */
export function contentsOf(
	sources: PageSources,
	{ name, description: tagline }: Pick<HeadSite, "name" | "description">,
): Required<Pick<PageParts, "hero" | "cards">> {
	const { pages, config } = sources.revision;
	const { sections, sidebar } = navigationOf(sources, "/");
	const all = [...sections.map((item) => openSection(item, sources)), ...sidebar];
	// The home page must not link to itself.
	const parts = namedItems(all, sources).filter(({ path }) => path !== "/");
	const first = parts.map(firstPath).find((path) => path !== undefined);
	const link = (path: string): string => urlPath(config.public.basePath, path);
	const actions =
		first === undefined
			? []
			: [{ text: pages.get(first)?.title || name, link: link(first), isMain: true }];
	// A single part is no choice: its children are shown instead.
	const [only] = parts;
	const inside = parts.length === 1 ? (only?.children ?? []) : [];
	const shown = inside.length > 1 ? inside : parts;
	// The page behind the button gets no card, unless it has children.
	const others = shown.filter(({ path, children = [] }) => path !== first || children.length > 0);
	return {
		hero: { title: name, tagline, actions },
		cards: others.map((item) => cardOf(item, sources)),
	};
}

/** Returns cards for the pages below a page without a body, such as the index of a folder. */
export function cardsBelow(sources: PageSources, path: string): readonly Card[] {
	const children = childrenAt(navigationOf(sources, path).sidebar, path) ?? [];
	return namedItems(children, sources).map((item) => cardOf(item, sources));
}

/** Omits pages that search engines must not index: the Markdown of a page repeats its cards. */
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

/** Adds the pages of a section, which are not part of its navigation item. */
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
