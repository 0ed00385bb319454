import type { NavigationEntry } from "../../platform/settings/content-settings.ts";
import { type AdoptedLocale, adoptedLocale, severalLocales } from "../adopted-locales.ts";
import { DOCUMENTATION_FOLDERS, type Recognition } from "../adoption.ts";
import { ownAddress, stemOf } from "../page-address.ts";
import { editLinkFrom } from "../served-settings.ts";
import {
	asList,
	asMap,
	asText,
	type DataMap,
	dig,
	readData,
	siteUrl,
} from "../source/read-data.ts";
import type { SourceFolder } from "../source/source-folder.ts";
import { sectionTitle, vitepressLook } from "./vitepress-look.ts";

const ENDINGS = ["ts", "mts", "js", "mjs", "cjs"];

/** @see https://vitepress.dev/reference/site-config */
export function recognizeVitepress(folder: SourceFolder): Recognition | undefined {
	const base = DOCUMENTATION_FOLDERS.find((place) => folder.isFolder(`${place}.vitepress`));
	if (base === undefined) return undefined;
	const files = ["config", "config/index"].flatMap((name) =>
		ENDINGS.map((ending) => `${base}.vitepress/${name}.${ending}`),
	);
	const file = folder.find(files);
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
			name: asText(root["title"]) ?? asText(config["title"]),
			description:
				asText(beside["description"]) ??
				asText(root["description"]) ??
				asText(config["description"]),
			url: siteUrl(dig(config, "sitemap", "hostname"), config["base"]),
			locale: asText(root["lang"]) ?? asText(config["lang"]),
			locales: localesOf(folder, source, config),
			...vitepressLook(folder, theme, `${base}.vitepress/theme/`),
			editLink: editLinkFrom(
				asText(dig(theme, "editLink", "pattern"))?.replace(":path", "{file}"),
				source,
			),
			repository: asList(theme["socialLinks"])
				.map((link) => asText(dig(link, "link")))
				.find((link) => link?.includes("git")),
			content,
			publicFolder: folder.isFolder(`${source}public`) ? `${source}public` : undefined,
			exclude: asList(config["srcExclude"]).flatMap((pattern) =>
				asText(pattern) === undefined ? [] : [`${source}${pattern}`],
			),
			anchors: "vitepress",
			navigation: navigationOf(theme),
			navigationOrder: "name",
		},
		addressOf: (page) => ownAddress(page, ["permalink"]) ?? stemOf(page.name),
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
	const file = folder.find(ENDINGS.map((ending) => `${path}config.${ending}`));
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
	const main = asText(dig(root, "lang")) ?? asText(lang) ?? "en";
	const further = Object.entries(others).map(([key, value]) => {
		const code = key.replaceAll("/", "");
		const own = configIn(folder, `${source}${code}/`) ?? {};
		const theme = { ...asMap(dig(value, "themeConfig")), ...asMap(own["themeConfig"]) };
		const navigation = navigationOf(theme);
		return {
			...adoptedLocale(code, dig(value, "label")),
			...(navigation === undefined ? {} : { navigation }),
		};
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
		.filter(
			(name) => folder.isFolder(`${source}${name}`) && !name.startsWith(".") && name !== "public",
		)
		.filter(
			(name) =>
				!moves.some((move) => move.folder === `${source}${name}`) &&
				folder.pages(`${source}${name}`).length > 0,
		)
		.map((name) => ({ folder: `${source}${name}`, at: `/${name}` }));
	return [...moves, ...others];
}

function navigationOf(theme: DataMap): readonly NavigationEntry[] | undefined {
	const { sidebar } = theme;
	if (Array.isArray(sidebar)) return entriesOf(sidebar, "");
	const sections = Object.entries(asMap(sidebar)).flatMap(([prefix, value]) => {
		const base = asText(dig(value, "base")) ?? "";
		const pages = entriesOf(Array.isArray(value) ? value : asList(dig(value, "items")), base);
		if (pages.length === 0) return [];
		return [{ title: sectionTitle(prefix, theme, pages), section: true, pages }];
	});
	return sections.length === 0 ? undefined : sections;
}

function entriesOf(items: readonly unknown[], base: string): readonly NavigationEntry[] {
	return items.flatMap((item) => {
		const { text, link, collapsed } = asMap(item);
		const ownBase = asText(dig(item, "base")) ?? base;
		const pages = entriesOf(asList(dig(item, "items")), ownBase);
		const page = asText(link);
		const isOwn = page !== undefined && !/^[a-z][a-z\d+.-]*:/i.test(page);
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
