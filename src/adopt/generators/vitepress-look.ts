import type { NavigationEntry } from "../../platform/settings/content-settings.ts";
import type { HeaderLink, LookLink } from "../../shared/page/site-look.ts";
import type { AdoptedSettings } from "../adoption.ts";
import { brandColor } from "../brand-color.ts";
import { asList, asText, type DataMap, dig, textAt } from "../source/read-data.ts";
import type { SourceFolder } from "../source/source-folder.ts";

type Look = Pick<AdoptedSettings, "logo" | "isNameShown" | "primary" | "headerLinks">;

/**
 * Logo, color and menus.
 *
 * @param theme Of the main language.
 * @param folderOfTheme Ends with a slash.
 */
export function vitepressLook(folder: SourceFolder, theme: DataMap, folderOfTheme: string): Look {
	const files = folder.names(folderOfTheme.slice(0, -1)).filter((name) => name.endsWith(".css"));
	return {
		logo: logoOf(theme["logo"]),
		isNameShown: theme["siteTitle"] !== false,
		primary:
			brandColor(folder, {
				files: files.map((name) => folderOfTheme + name),
				property: "--vp-c-brand-1",
				otherMode: { name: "dark", selector: /\.dark/ },
			}) ?? "indigo",
		headerLinks: headerLinksOf(theme),
	};
}

function logoOf(logo: unknown): AdoptedSettings["logo"] {
	const [light, dark] = [textAt(logo, "light"), textAt(logo, "dark")];
	if (light !== undefined && dark !== undefined) return { light, dark };
	return asText(logo) ?? textAt(logo, "src") ?? light;
}

/** Leaves out links into sections, which the header has anyway. */
function headerLinksOf({ nav, sidebar }: DataMap): readonly HeaderLink[] {
	const sections = Array.isArray(sidebar) ? [] : Object.keys(Object(sidebar));
	return asList(nav).flatMap((entry): HeaderLink[] => {
		const label = textAt(entry, "text");
		if (label === undefined) return [];
		const links = linksOf(asList(dig(entry, "items")));
		if (links.length > 0) return [{ label, links }];
		return linksOf([entry]).filter(({ url }) => !sections.some((path) => url.startsWith(path)));
	});
}

/** Flattens groups of a menu, because our menus have no groups. */
function linksOf(items: readonly unknown[]): readonly LookLink[] {
	return items.flatMap((item) => {
		const [label, url] = [textAt(item, "text"), textAt(item, "link")];
		const own = label === undefined || url === undefined ? [] : [{ label, url }];
		return [...own, ...linksOf(asList(dig(item, "items")))];
	});
}

/** @returns The text of the header's link into a section. */
export function sectionTitle(
	prefix: string,
	theme: DataMap,
	pages: readonly NavigationEntry[],
): string {
	const links = asList(theme["nav"]).flatMap((entry) => [entry, ...asList(dig(entry, "items"))]);
	const found = links.find((link) => textAt(link, "link")?.startsWith(prefix) ?? false);
	return textAt(found, "text") ?? pages[0]?.title ?? prefix.replaceAll("/", "");
}
