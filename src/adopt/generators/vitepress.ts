import type { NavigationEntry } from "../../platform/settings/content-settings.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { type AdoptedLocale, adoptedLocale, severalLocales } from "../adopted-locales.ts";
import type { Recognition } from "../adoption.ts";
import { DOCUMENTATION_FOLDERS, scriptNames } from "../find-config.ts";
import { isExternal, ownAddress, stemOf } from "../page-address.ts";
import { editLinkFrom } from "../served-settings.ts";
import {
	asList,
	asMap,
	asText,
	type DataMap,
	dig,
	readData,
	siteUrl,
	textAt,
	textsIn,
} from "../source/read-data.ts";
import type { SourceFolder } from "../source/source-folder.ts";
import { sectionTitle, vitepressLook } from "./vitepress-look.ts";

/** @see https://vitepress.dev/reference/site-config */
export function recognizeVitepress(folder: SourceFolder): Recognition | undefined {
	const base = DOCUMENTATION_FOLDERS.find((place) => folder.isFolder(`${place}.vitepress`));
	if (base === undefined) return undefined;
	const names = ["config", "config/index"].flatMap(scriptNames);
	const file = folder.find(names.map((name) => `${base}.vitepress/${name}`));
	const config = file === undefined ? {} : readData(folder, file);
	const root = asMap(dig(config, "locales", "root"));
	const source = joinFolders(base, asText(config["srcDir"]) ?? "");
	const content = contentOf(folder, source, asMap(config["rewrites"]));
	const beside = besideOf(folder, content, source);
	const theme = {
		...asMap(config["themeConfig"]),
		...asMap(root["themeConfig"]),
		...asMap(beside["themeConfig"]),
	};
	return {
		generator: "VitePress",
		evidence: file ?? `${base}.vitepress`,
		settings: {
			name: textAt(config, "locales.root.title", "title"),
			description:
				textAt(beside, "description") ?? textAt(config, "locales.root.description", "description"),
			url: siteUrl(dig(config, "sitemap", "hostname"), config["base"]),
			locale: textAt(config, "locales.root.lang", "lang"),
			locales: localesOf(folder, source, config),
			...vitepressLook(folder, theme, `${base}.vitepress/theme/`),
			editLink: editLinkFrom(textAt(theme, "editLink.pattern")?.replace(":path", "{file}"), source),
			repository: asList(theme["socialLinks"])
				.map((link) => textAt(link, "link"))
				.find((link) => link?.includes("git")),
			content,
			publicFolder: folder.isFolder(`${source}public`) ? `${source}public` : undefined,
			exclude: textsIn(config["srcExclude"]).map((pattern) => source + pattern),
			anchors: "vitepress",
			navigation: navigationOf(theme),
			navigationOrder: "name",
		},
		addressOf: (page) => ownAddress(page, "permalink") ?? stemOf(page.name),
	};
}

function joinFolders(base: string, below: string): string {
	const path = `${base}${below.replace(/^\.?\/?/, "").replace(/\/$/, "")}`;
	return path === "" || path.endsWith("/") ? path : `${path}/`;
}

/** Reads the configuration in the folder of the main language. */
function besideOf(
	folder: SourceFolder,
	content: string | readonly { readonly folder: string }[],
	source: string,
): DataMap {
	const path = typeof content === "string" ? content : (content[0]?.folder ?? "");
	return configIn(folder, `${path}/`) ?? configIn(folder, source) ?? {};
}

function configIn(folder: SourceFolder, path: string): DataMap | undefined {
	const file = folder.find(scriptNames(`${path}config`));
	return file === undefined ? undefined : readData(folder, file);
}

/** Further languages have folders, as at Loggia. */
function localesOf(
	folder: SourceFolder,
	source: string,
	{ locales, lang }: DataMap,
): readonly AdoptedLocale[] | undefined {
	const { root, ...others } = asMap(locales);
	if (root === undefined) return undefined;
	const main = textAt(root, "lang") ?? asText(lang) ?? "en";
	const further = Object.entries(others).map(([key, value]) => {
		const code = key.replaceAll("/", "");
		const own = configIn(folder, `${source}${code}/`) ?? {};
		const theme = { ...asMap(dig(value, "themeConfig")), ...asMap(own["themeConfig"]) };
		const navigation = navigationOf(theme);
		return { ...adoptedLocale(code, dig(value, "label")), ...definedOnly({ navigation }) };
	});
	return severalLocales([adoptedLocale(main, dig(root, "label")), ...further]);
}

/** Supports rewrites that move whole folders, and ignores others. */
function contentOf(
	folder: SourceFolder,
	source: string,
	rewrites: DataMap,
): string | { folder: string; at?: string }[] {
	const own = source.replace(/\/$/, "") || ".";
	const moves = Object.entries(rewrites).flatMap(([from, to]) => {
		const [, name] = /^([^:*/]+)\/:\w+\*$/.exec(from) ?? [];
		const [, at] = /^(?:([^:*]+)\/)?:\w+\*$/.exec(String(to)) ?? [];
		return name === undefined
			? []
			: [{ folder: `${source}${name}`, at: at === undefined ? "/" : `/${at}` }];
	});
	if (moves.length === 0) return own;
	const others = folder
		.names(own === "." ? "" : own)
		.filter((name) => !name.startsWith(".") && name !== "public")
		.map((name) => ({ folder: source + name, at: `/${name}` }))
		.filter(({ folder: path }) => !moves.some((move) => move.folder === path))
		.filter(({ folder: path }) => folder.isFolder(path) && folder.pages(path).length > 0);
	return [...moves, ...others];
}

function navigationOf(theme: DataMap): readonly NavigationEntry[] | undefined {
	const { sidebar } = theme;
	if (Array.isArray(sidebar)) return entriesOf(sidebar, "");
	const sections = Object.entries(asMap(sidebar)).flatMap(([prefix, value]) => {
		const base = textAt(value, "base") ?? "";
		const pages = entriesOf(Array.isArray(value) ? value : asList(dig(value, "items")), base);
		if (pages.length === 0) return [];
		return [{ title: sectionTitle(prefix, theme, pages), section: true, pages }];
	});
	return sections.length === 0 ? undefined : sections;
}

function entriesOf(items: readonly unknown[], base: string): readonly NavigationEntry[] {
	return items.flatMap((item) => {
		const { text, link, collapsed } = asMap(item);
		const ownBase = textAt(item, "base") ?? base;
		const pages = entriesOf(asList(dig(item, "items")), ownBase);
		const page = asText(link);
		const isOwn = page !== undefined && !isExternal(page);
		if (!isOwn && pages.length === 0) return [];
		return [
			{
				title: (asText(text) ?? "").replace(/<[^>]*>/g, "").trim(),
				...(isOwn
					? {
							page:
								`${page.startsWith("/") ? "" : ownBase}${page}`
									.replace(/[?#].*$/, "")
									.replace(/^\/|\.html$/g, "")
									.replace(/\/$/, "") || "index",
						}
					: {}),
				...(pages.length === 0 ? {} : { pages }),
				...(collapsed === true ? { collapsed: true } : {}),
			},
		];
	});
}
