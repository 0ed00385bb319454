import { posix } from "node:path";
import { Parser } from "htmlparser2";
import { definedOnly } from "../../../shared/defined-only.ts";
import { isWithin } from "../../../shared/page/navigation.ts";
import type { HeaderLink, LookLink } from "../../../shared/page/site-look.ts";
import type { AdoptedSettings } from "../../adoption.ts";
import { brandColor } from "../../brand-color.ts";
import { logoPair } from "../../served-settings.ts";
import {
	asList,
	asMap,
	asText,
	type DataMap,
	dig,
	textAt,
	textsIn,
} from "../../source/read-data.ts";
import type { SourceFolder } from "../../source/source-folder.ts";

type Look = Pick<
	AdoptedSettings,
	"logo" | "isNameShown" | "primary" | "headerLinks" | "repository" | "footer" | "banner"
>;

/**
 * Logo, color and menus.
 *
 * @param base The folder of the configuration.
 * @param sections Below which addresses pages are in sections, which are in the header by themselves.
 */
export function docusaurusLook(
	folder: SourceFolder,
	config: DataMap,
	{ base, sections }: { readonly base: string; readonly sections: readonly string[] },
): Look {
	const navbar = asMap(dig(config, "themeConfig", "navbar"));
	const repository = repositoryOf(navbar);
	const themes = asList(config["presets"]).map((preset) => dig(asList(preset)[1], "theme"));
	const styleSheets = themes.flatMap((theme) => textsIn(dig(theme, "customCss")));
	return {
		footer: footerOf(asMap(dig(config, "themeConfig", "footer"))),
		banner: bannerOf(textAt(config, "themeConfig.announcementBar.content")),
		logo: logoPair(textAt(navbar, "logo.src"), textAt(navbar, "logo.srcDark")),
		isNameShown: asText(navbar["title"]) !== undefined,
		primary:
			brandColor(folder, {
				files: styleSheets.map((path) => posix.join(base, path)),
				property: "--ifm-color-primary",
				otherMode: { name: "dark", selector: /dark/ },
			}) ?? "blue",
		repository,
		headerLinks: asList(navbar["items"]).flatMap((item) =>
			headerLink(item).filter(
				(entry) =>
					!("url" in entry) ||
					(entry.url !== repository && !sections.some((path) => isWithin(entry.url, path))),
			),
		),
	};
}

function footerOf({ links, copyright }: DataMap): AdoptedSettings["footer"] {
	const linksIn = (items: readonly unknown[]): readonly LookLink[] =>
		items.flatMap(headerLink).flatMap((link) => ("url" in link ? [link] : []));
	const groups = asList(links);
	const columns = groups.some((group) => dig(group, "items") !== undefined)
		? groups.map((group) => ({
				title: textAt(group, "title") ?? "",
				links: linksIn(asList(dig(group, "items"))),
			}))
		: [{ title: "Links", links: linksIn(groups) }];
	const filled = columns.filter(({ links: { length } }) => length > 0);
	const text = asText(copyright) && plainText(String(copyright));
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

function repositoryOf(navbar: DataMap): string | undefined {
	return asList(navbar["items"])
		.flatMap((item) => textAt(item, "href") ?? [])
		.find((url) => /^https:\/\/(?:github|gitlab)\.com\//.test(url));
}

function headerLink(item: unknown): readonly HeaderLink[] {
	const label = textAt(item, "label");
	if (label === undefined) return [];
	const links = asList(dig(item, "items")).flatMap((one): LookLink[] => {
		const [entry] = headerLink(one);
		return entry !== undefined && "url" in entry ? [entry] : [];
	});
	if (links.length > 0) return [{ label, links }];
	const url = textAt(item, "href", "to");
	if (url === undefined) return [];
	return [{ label, url: /^(?:[a-z]+:|\/)/i.test(url) ? url : `/${url}` }];
}
