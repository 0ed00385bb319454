import type { NavigationEntry } from "../../platform/settings/content-settings.ts";
import { isWithin } from "../../shared/page/navigation.ts";
import type { HeaderLink, LookLink } from "../../shared/page/site-look.ts";
import { titleOfPath } from "../../shared/page/title-of-path.ts";
import type { AdoptedSettings } from "../adoption.ts";
import { entryWith } from "../navigation-entries.ts";
import { isExternal } from "../page-address.ts";
import * as data from "../source/data.ts";

/** An entry of a sidebar or a menu. VitePress and VuePress have different keys. */
interface VueItem {
	readonly text: string | undefined;
	readonly link: string | undefined;
	readonly items: readonly VueItem[];
	readonly isCollapsed: boolean;
}

/**
 * Reads sidebars, each as a section, and the menu of the header. The menu orders and names the sections.
 * A sidebar without an entry in the menu is not in the header.
 *
 * @see https://vitepress.dev/reference/default-theme-sidebar
 * @see https://ecosystem.vuejs.press/themes/default/config.html
 */
export function vueNavigation({
	sidebar,
	nav,
	navbar = nav,
}: data.DataMap): Pick<AdoptedSettings, "navigation" | "headerLinks" | "headerOrder"> {
	const menu = itemsOf(navbar, "");
	if (Array.isArray(sidebar)) {
		return {
			navigation: itemsOf(sidebar, "").flatMap(entryOf),
			headerLinks: menu.flatMap(headerLink),
		};
	}
	const sidebars = Object.entries(data.map(sidebar)).flatMap(([prefix, value]) => {
		const base = data.text(value, "base") ?? "";
		const items = Array.isArray(value) ? value : data.at(value, "items");
		const pages = itemsOf(items, base, prefix).flatMap(entryOf);
		return pages.length === 0 ? [] : [{ prefix, pages }];
	});
	const prefixes = sidebars
		.map(({ prefix }) => prefix)
		.toSorted((one, other) => other.length - one.length);
	const owners = menu.map((item) => ownerOf(item, prefixes));
	const sections = sidebars.map(({ prefix, pages }) => {
		const index = owners.indexOf(prefix);
		const title = menu[index]?.text ?? pages[0]?.title ?? prefix.replaceAll("/", "");
		const section = index === -1 ? ("hidden" as const) : true;
		return { index: index === -1 ? menu.length : index, entry: { title, section, pages } };
	});
	return {
		headerOrder: menu.map(({ text }) => text),
		navigation:
			sections.length === 0
				? undefined
				: sections.toSorted((one, other) => one.index - other.index).map(({ entry }) => entry),
		headerLinks: menu.flatMap((item, index) => {
			const owner = owners[index];
			const isSection = owner !== undefined && owners.indexOf(owner) === index;
			return isSection ? [] : headerLink(item);
		}),
	};
}

/** @returns The sidebar of all pages to which an entry of the menu links. */
function ownerOf(item: VueItem, prefixes: readonly string[]): string | undefined {
	const found = linksOf(item).map(({ url }) =>
		prefixes.find((prefix) => isWithin(url, prefix.replace(/(?<=.)\/$/, ""))),
	);
	return found.every((prefix) => prefix === found[0]) ? found[0] : undefined;
}

/**
 * @param base Prefix of relative links.
 * @param folder Prefix of names without a slash, which VuePress has in lists.
 */
function itemsOf(value: unknown, base: string, folder = base): readonly VueItem[] {
	return data.list(value).map((item): VueItem => {
		const own = data.map(item);
		const ownBase = data.text(own["base"] ?? own["prefix"]) ?? base;
		const before = ownBase.startsWith("/") ? ownBase : base + ownBase;
		const link = data.text(item) ?? data.text(own["link"] ?? own["path"]);
		const text = data.text(own["text"] ?? own["title"]);
		const isWhole = link === undefined || link.startsWith("/") || isExternal(link);
		const start = typeof item === "string" && before === "" ? folder : before;
		return {
			text: text?.replace(/<[^>]*>/g, "").trim(),
			link: isWhole ? link : start + link,
			items: itemsOf(own["items"] ?? own["children"], before, folder),
			isCollapsed: own["collapsed"] === true || own["collapsible"] === true,
		};
	});
}

function entryOf({ text, link, items, isCollapsed }: VueItem): readonly NavigationEntry[] {
	const pages = items.flatMap(entryOf);
	const isOwn = link !== undefined && !isExternal(link);
	if (link !== undefined && !isOwn && pages.length === 0)
		return [{ title: text ?? link, url: link }];
	const page =
		link
			?.replace(/[?#].*$/, "")
			.replace(/^\/|\.(?:html|md)$/g, "")
			.replace(/\/$/, "") || "index";
	return entryWith({
		title: text ?? (isOwn ? undefined : ""),
		page: isOwn ? page : undefined,
		pages,
		collapsed: isCollapsed ? true : undefined,
	});
}

function headerLink(item: VueItem): readonly HeaderLink[] {
	const links = item.items.flatMap(linksOf);
	// A label may contain a version that cannot be read.
	if (links.length > 0) return [{ label: item.text ?? "More", links }];
	return item.text === undefined ? [] : linksOf(item);
}

/** Flattens groups of a menu, because Loggia's menus have no groups. */
function linksOf({ text, link, items }: VueItem): readonly LookLink[] {
	const label = text ?? titleOfPath((link ?? "").replace(/\.(?:md|html)$/, ""));
	const url = link !== undefined && !isExternal(link) ? link.replace(/\.md$/, ".html") : link;
	const own = url === undefined ? [] : [{ label, url }];
	return [...own, ...items.flatMap(linksOf)];
}
