import { posix } from "node:path";
import type { NavigationEntry } from "../../../platform/settings/content-settings.ts";
import type { HeaderLink, LookLink } from "../../../shared/page/site-look.ts";
import { titleOfPath } from "../../../shared/page/title-of-path.ts";
import type { AdoptedSettings } from "../../adoption.ts";
import { entryWith } from "../../navigation-entries.ts";
import { stemOf, trimSlashes } from "../../page-address.ts";
import * as data from "../../source/data.ts";
import { frontMatterData } from "../../source/read-data.ts";
import type { SourceFolder } from "../../source/source-folder.ts";
import { weightOf } from "./config.ts";

interface MenuEntry {
	readonly id: string;
	readonly label: string;
	readonly parent: string | undefined;
	readonly weight: number;
	readonly url: string | undefined;
	/** The file of the page in the menu, relative to the folder of pages. */
	readonly page?: string;
}

/**
 * Reads the menu `main` from the configuration and from pages. If it lists most pages, it is the
 * navigation, else it is the header; its links to folders are sections.
 *
 * @see https://gohugo.io/content-management/menus/
 */
export function readMenu(
	folder: SourceFolder,
	content: string,
	config: data.DataMap,
): Pick<AdoptedSettings, "headerLinks" | "navigation" | "navigationOrder"> {
	const pages = folder.pages(content);
	const inPages = pages.flatMap((file) => entryOfPage(folder, content, file));
	const configured = data.list(config["menus"] ?? config["menu"], "main").map(
		(entry): MenuEntry => ({
			id: data.text(entry, "identifier", "name") ?? "",
			label: data.text(entry, "name", "title") ?? "",
			parent: data.text(entry, "parent"),
			weight: weightOf(entry),
			url: data.text(entry, "url", "pageRef"),
		}),
	);
	const entries = [...configured, ...inPages].toSorted(
		(one, other) => one.weight - other.weight || (one.label < other.label ? -1 : 1),
	);
	const top = entries.filter(({ parent }) => parent === undefined);
	const below = (entry: MenuEntry): readonly MenuEntry[] =>
		entries.filter(({ parent }) => parent === entry.id);
	if (inPages.length > pages.length / 2) {
		return { navigation: top.flatMap(toNavigation), navigationOrder: "name" };
	}
	const folders = folder.names(content).filter((name) => folder.isFolder(`${content}/${name}`));
	const sections = top.flatMap(({ label, url = "" }) => {
		const name = folders.find((one) => one.toLowerCase() === trimSlashes(url).toLowerCase());
		return name === undefined ? [] : [{ title: label, section: true, folder: name, url }];
	});
	const headerLinks = top.flatMap((entry): HeaderLink[] => {
		const links = below(entry).flatMap(toLink);
		if (links.length > 0) return [{ label: entry.label, links: [...toLink(entry), ...links] }];
		return sections.some(({ url }) => url === entry.url) ? [] : [...toLink(entry)];
	});
	const others = folders.filter((name) => sections.every((section) => section.folder !== name));
	return {
		headerLinks,
		...(sections.length > 0 && {
			navigation: [
				...sections.map(({ url: _, ...section }) => section),
				...others
					.map((name) => ({ name, files: folder.pages(`${content}/${name}`) }))
					.filter(({ files }) => files.length > 0)
					.map(({ name, files }) => ({
						title: titleOfPath(name),
						// A permalink rule moves pages, which often have dates: each is listed, newest first.
						...(hasRule(config, name)
							? {
									pages: files
										.toReversed()
										.map((file) => ({ page: posix.relative(content, file) })),
								}
							: { folder: name }),
					})),
			],
		}),
	};

	function toNavigation(entry: MenuEntry): readonly NavigationEntry[] {
		const children = below(entry).flatMap(toNavigation);
		const page = entry.page ?? pageOf(entry.url);
		return entryWith({ title: entry.label, page, pages: children });
	}

	function pageOf(url: string | undefined): string | undefined {
		const path = url?.startsWith("/") ? url.replace(/(?<=.)\/$/, "") : undefined;
		const file = pages.find((one) => stemOf(posix.relative(content, one)).toLowerCase() === path);
		return file && posix.relative(content, file);
	}
}

function hasRule({ permalinks }: data.DataMap, section: string): boolean {
	return [permalinks, data.at(permalinks, "page")].some(
		(rules) => data.text(rules, section) !== undefined,
	);
}

function entryOfPage(folder: SourceFolder, content: string, file: string): readonly MenuEntry[] {
	const own = frontMatterData(folder, file);
	const menu = own["menus"] ?? own["menu"];
	const entry = data.at(menu, "main");
	if (entry === undefined && ![menu].flat().includes("main")) return [];
	const page = posix.relative(content, file);
	const label = data.text(entry, "name") ?? data.text(own, "linkTitle", "title") ?? page;
	return [
		{
			id: data.text(entry, "identifier") ?? label,
			label,
			parent: data.text(entry, "parent"),
			weight: Math.min(weightOf(entry), weightOf(own)),
			url: stemOf(page).toLowerCase(),
			page,
		},
	];
}

function toLink({ label, url }: MenuEntry): readonly LookLink[] {
	return label === "" || url === undefined || !/^(?:\/|https?:)/.test(url) ? [] : [{ label, url }];
}
