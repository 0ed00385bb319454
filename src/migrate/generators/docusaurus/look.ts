import { posix } from "node:path";
import { Parser } from "htmlparser2";
import { definedOnly } from "../../../shared/defined-only.ts";
import { isWithin } from "../../../shared/page/navigation.ts";
import type { HeaderLink, LookLink } from "../../../shared/page/site-look.ts";
import type { AdoptedSettings } from "../../adoption.ts";
import { brandColor } from "../../brand-color.ts";
import { pairOf } from "../../served-settings.ts";
import * as data from "../../source/data.ts";
import type { SourceFolder } from "../../source/source-folder.ts";

/**
 * Reads logo, color and menus.
 *
 * @param base The folder of the configuration.
 * @param sections Addresses of sections, which the header shows automatically.
 */
export function docusaurusLook(
	folder: SourceFolder,
	config: data.DataMap,
	{ base, sections }: { readonly base: string; readonly sections: readonly string[] },
) {
	const navbar = data.map(config, "themeConfig.navbar");
	const items = data.list(navbar, "items");
	const repository = items
		.flatMap((item) => data.text(item, "href") ?? [])
		.find((url) => /^https:\/\/(?:github|gitlab)\.com\//.test(url));
	const styleSheets = data
		.list(config, "presets")
		.flatMap((preset) => data.texts(data.list(preset)[1], "theme.customCss"));
	return {
		footer: footerOf(data.map(config, "themeConfig.footer")),
		banner: bannerOf(data.text(config, "themeConfig.announcementBar.content")),
		logo: pairOf(data.text(navbar, "logo.src"), data.text(navbar, "logo.srcDark")),
		isNameShown: data.text(navbar, "title") !== undefined,
		primary:
			brandColor(folder, {
				files: styleSheets.map((path) => posix.join(base, path)),
				property: "--ifm-color-primary",
				otherMode: { name: "dark", selector: /dark/ },
			}) ?? "blue",
		repository,
		headerLinks: items
			.flatMap(headerLink)
			.filter(
				(entry) =>
					!("url" in entry) ||
					(entry.url !== repository && !sections.some((path) => isWithin(entry.url, path))),
			),
	};
}

function footerOf({ links, copyright }: data.DataMap): AdoptedSettings["footer"] {
	const linksIn = (items: readonly unknown[]): readonly LookLink[] =>
		items.flatMap(headerLink).flatMap((link) => ("url" in link ? [link] : []));
	const groups = data.list(links);
	const columns = groups.some((group) => data.at(group, "items") !== undefined)
		? groups.map((group) => ({
				title: data.text(group, "title") ?? "",
				links: linksIn(data.list(group, "items")),
			}))
		: [{ title: "Links", links: linksIn(groups) }];
	const filled = columns.filter(({ links: { length } }) => length > 0);
	const text = data.text(copyright) && plainText(String(copyright));
	return filled.length === 0 && text === undefined
		? undefined
		: definedOnly({ columns: filled, text });
}

function bannerOf(content: string | undefined): AdoptedSettings["banner"] {
	if (content === undefined) return undefined;
	const url = /href=["']([^"'\s]+)["']/.exec(content)?.[1];
	return definedOnly({ text: plainText(content), url });
}

function plainText(html: string): string {
	let text = "";
	new Parser({ ontext: (part) => (text += part) }).end(html);
	return text.replace(/\s+/g, " ").trim();
}

function headerLink(item: unknown): readonly HeaderLink[] {
	const label = data.text(item, "label");
	if (label === undefined) return [];
	const links = data.list(item, "items").flatMap((one): LookLink[] => {
		const [entry] = headerLink(one);
		return entry !== undefined && "url" in entry ? [entry] : [];
	});
	if (links.length > 0) return [{ label, links }];
	const url = data.text(item, "href", "to");
	if (url === undefined) return [];
	return [{ label, url: /^(?:[a-z]+:|\/)/i.test(url) ? url : `/${url}` }];
}
