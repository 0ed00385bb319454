import {
	isWithin,
	type NavigationItem,
	type PageNavigation,
} from "../../../shared/page/navigation.ts";
import { titleOfPath } from "../../../shared/page/title-of-path.ts";

/** A longer list is folded into parts, so that the size of a page does not grow with the site. */
const MAX_ITEMS = 100;

const PART = 50;

/** Shortens long lists by folding, and makes equal titles distinguishable. */
export function foldNavigation(
	{ sections, sidebar, ...rest }: PageNavigation,
	path: string,
): PageNavigation {
	return { ...rest, sections: tellApart(sections), sidebar: foldList(sidebar, path) };
}

function foldList(items: readonly NavigationItem[], path: string): readonly NavigationItem[] {
	const folded = tellApart(items).map((item) =>
		item.children === undefined ? item : { ...item, children: foldList(item.children, path) },
	);
	return foldParts(folded, path);
}

/** Parts without the current page link to their first page, as closed folders do. */
function foldParts(items: readonly NavigationItem[], path: string): readonly NavigationItem[] {
	if (items.length <= MAX_ITEMS) return items;
	const parts = Array.from({ length: Math.ceil(items.length / PART) }, (_, index) =>
		items.slice(index * PART, (index + 1) * PART),
	);
	const holding = Math.max(
		parts.findIndex((part) => part.some((item) => leadsTo(item, path))),
		// The index of the folder opens its first part.
		0,
	);
	return foldParts(
		parts.map((part, index) => partItem(part, index === holding)),
		path,
	);
}

function partItem(part: readonly NavigationItem[], isOpen: boolean): NavigationItem {
	const [first, last] = [part[0], part.at(-1)];
	const title = `${first?.title} – ${last?.title}`;
	if (isOpen) return { title, children: part };
	const path = part.find((item) => item.path !== undefined)?.path;
	return path === undefined ? { title } : { title, path };
}

function leadsTo(
	{ path: own, folder = own, children = [] }: NavigationItem,
	path: string,
): boolean {
	if (folder !== undefined && isWithin(path, folder)) return true;
	return children.some((child) => leadsTo(child, path));
}

/** Adds the name of the last path segment, or of the folder above, to equal titles. */
function tellApart(items: readonly NavigationItem[]): readonly NavigationItem[] {
	const groups = Map.groupBy(items, ({ title }) => title);
	if (groups.size === items.length) return items;
	const hints = new Map([...groups.values()].flatMap(hintsOf));
	return items.map((item) => {
		const hint = hints.get(item) ?? "";
		return hint === "" || hint === item.title
			? item
			: { ...item, title: `${item.title} (${hint})` };
	});
}

/** @param alike Items of one title. */
function hintsOf(alike: readonly NavigationItem[]): readonly (readonly [NavigationItem, string])[] {
	if (alike.length === 1) return [];
	for (const up of [0, 1]) {
		const hints = alike.map((item) => [item, folderName(item, up)] as const);
		if (new Set(hints.map(([, hint]) => hint)).size === alike.length) return hints;
	}
	return [];
}

/** @param up How many folders above its own. */
function folderName({ path = "/", folder = path }: NavigationItem, up: number): string {
	const parts = folder.split("/");
	return titleOfPath(parts.slice(0, parts.length - up).join("/"));
}
