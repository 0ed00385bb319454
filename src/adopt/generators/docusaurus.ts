import { posix } from "node:path";
import { type AdoptedLocale, adoptedLocale, severalLocales } from "../adopted-locales.ts";
import type { Recognition, SourcePage } from "../adoption.ts";
import { ownAddress, stemOf, trimSlashes, withLast, withoutPrefixes } from "../page-address.ts";
import { editLinkFrom } from "../served-settings.ts";
import {
	asList,
	asMap,
	asText,
	type DataMap,
	dig,
	findConfig,
	scriptNames,
	siteUrl,
	textAt,
	textsIn,
} from "../source/read-data.ts";
import type { SourceFolder } from "../source/source-folder.ts";
import { docusaurusLook } from "./docusaurus-look.ts";
import { type Documents, docusaurusSections, NUMBER } from "./docusaurus-sidebars.ts";

/** @see https://docusaurus.io/docs/api/docusaurus-config */
export function recognizeDocusaurus(folder: SourceFolder): Recognition | undefined {
	const found = findConfig(folder, scriptNames("docusaurus.config"));
	if (found === undefined) return undefined;
	const { file, base, config } = found;
	const versions = versionsOf(folder, base);
	const [current, ...others] = documentsOf(folder, config, base);
	const documents =
		current === undefined ? [] : [released(folder, current, { base, versions }), ...others];
	const blog = blogOf(folder, config, base);
	const locales = localesOf(config);
	const editions = { base, current, versions, locales };
	const navbar = asMap(dig(config, "themeConfig", "navbar"));
	return {
		generator: "Docusaurus",
		evidence: file,
		settings: {
			name: textAt(config, "title", "themeConfig.navbar.title"),
			description: asText(config["tagline"]),
			url: siteUrl(config["url"], config["baseUrl"]),
			locale: textAt(config, "i18n.defaultLocale"),
			locales,
			versions:
				versions.length === 0
					? undefined
					: [...versions, "next"].map((name) => ({ name, label: name === "next" ? "Next" : name })),
			...docusaurusLook(folder, config, {
				base,
				// If the documents are the whole site, links of the header are its only menu.
				sections: [...documents, ...(blog === undefined ? [] : [blog])].flatMap(({ at }) =>
					at === "" ? [] : [`/${at}`],
				),
			}),
			favicon: asText(config["favicon"]),
			editLink: editLinkOf(documents, base),
			content: [
				...[
					...documents.map(({ path, at }) => ({ folder: path, at: `/${at}` })),
					...furtherDocuments(folder, editions),
				].map((place) => ({ ...place, numbers: "any" as const })),
				...(blog === undefined ? [] : [{ folder: blog.path, at: `/${blog.at}` }]),
				...(folder.pages(`${base}/src/pages`).length > 0
					? [{ folder: posix.join(base, "src/pages") }]
					: []),
			],
			publicFolder: posix.join(base, "static"),
			exclude: ["**/_*.{md,mdx}", "**/_*/**"],
			anchors: "docusaurus",
			navigation: [
				...documents.flatMap((instance) =>
					docusaurusSections(folder, instance, asList(navbar["items"])),
				),
				...(blog === undefined ? [] : [{ title: "Blog", section: true, folder: blog.at }]),
			],
			navigationOrder: "name",
			redirects: redirectsOf(config),
		},
		addressOf: (page) => addressInEdition(page, editions, blog?.at),
	};
}

function localesOf({ i18n }: DataMap): readonly AdoptedLocale[] | undefined {
	const main = textAt(i18n, "defaultLocale");
	if (main === undefined) return undefined;
	const codes = new Set([main, ...textsIn(dig(i18n, "locales"))]);
	return severalLocales(
		Array.from(codes, (code) => adoptedLocale(code, dig(i18n, "localeConfigs", code, "label"))),
	);
}

/** @returns Names of released versions, the newest first; empty for one version. */
function versionsOf(folder: SourceFolder, base: string): readonly string[] {
	const text = folder.read(posix.join(base, "versions.json"));
	try {
		return textsIn(JSON.parse(text ?? "[]"));
	} catch {
		return [];
	}
}

/** @returns The documents at the main address: the newest release, or the folder itself. */
function released(
	folder: SourceFolder,
	current: Documents,
	{ base, versions: [newest] }: Pick<DocumentEditions, "base" | "versions">,
): Documents {
	if (newest === undefined) return current;
	const path = posix.join(base, `versioned_docs/version-${newest}`);
	const sidebars = posix.join(base, `versioned_sidebars/version-${newest}-sidebars.json`);
	if (!folder.isFolder(path)) return current;
	return { ...current, path, sidebars: folder.isFile(sidebars) ? sidebars : undefined };
}

interface DocumentEditions {
	readonly base: string;
	readonly current: Documents | undefined;
	readonly versions: readonly string[];
	readonly locales: readonly AdoptedLocale[] | undefined;
}

/** @returns Older versions, the next version, and translations of all versions. */
function furtherDocuments(
	folder: SourceFolder,
	{ base, current, versions, locales = [] }: DocumentEditions,
): readonly { readonly folder: string; readonly at: string }[] {
	if (current === undefined) return [];
	const [newest, ...older] = versions;
	const named = (version: string): string => `version-${version}`;
	const releases =
		newest === undefined
			? [{ at: "", name: "current" }]
			: [
					{ at: "", name: named(newest) },
					...older.map((version) => ({ at: `/${version}`, name: named(version) })),
					{ at: "/next", name: "current" },
				];
	const below = current.at === "" ? "" : `/${current.at}`;
	const own = releases.slice(1).map(({ at, name }) => ({
		folder: name === "current" ? current.path : posix.join(base, "versioned_docs", name),
		at: at + below,
	}));
	const translated = locales.slice(1).flatMap(({ code }) =>
		releases.map(({ at, name }) => ({
			folder: posix.join(base, "i18n", code, "docusaurus-plugin-content-docs", name),
			at: `/${code}${at}${below}`,
		})),
	);
	return [...own, ...translated].filter(({ folder: path }) => folder.pages(path).length > 0);
}

/** At Docusaurus, the version follows the address of the documents. */
function addressInEdition(
	page: SourcePage,
	{ current, versions, locales = [] }: DocumentEditions,
	blog: string | undefined,
): string {
	const segments = page.name.split("/");
	const locale = locales.slice(1).find(({ code }) => code === segments[0])?.code;
	if (locale !== undefined) segments.shift();
	const version = [...versions.slice(1), ...(versions.length === 0 ? [] : ["next"])].find(
		(name) => name === segments[0],
	);
	if (version !== undefined) segments.shift();
	const plain = addressOf({ ...page, name: segments.join("/") }, blog);
	const at = current === undefined || current.at === "" ? "" : `/${current.at}`;
	const inVersion =
		version === undefined ? plain : `${at}/${version}${plain.slice(at.length).replace(/^\/$/, "")}`;
	return (locale === undefined ? "" : `/${locale}`) + inVersion;
}

/** @returns Options of a plugin from presets and plugins. */
function pluginsOf(config: DataMap, name: string): readonly DataMap[] {
	const inPresets = asList(config["presets"]).map((preset) => dig(asList(preset)[1], name));
	const direct = asList(config["plugins"])
		.filter((plugin) => String(asList(plugin)[0]).endsWith(`plugin-content-${name}`))
		.map((plugin) => asList(plugin)[1] ?? {});
	return [...inPresets, ...direct]
		.filter((options) => options !== false && options !== undefined)
		.map(asMap);
}

function documentsOf(folder: SourceFolder, config: DataMap, base: string): readonly Documents[] {
	const found = pluginsOf(config, "docs");
	const instances = found.length === 0 ? [{}] : found;
	return instances.flatMap((options: DataMap) => {
		const path = posix.join(base, asText(options["path"]) ?? "docs");
		if (folder.pages(path).length === 0) return [];
		const named = textsIn(options["sidebarPath"]);
		const isMain = (asText(options["id"]) ?? "default") === "default";
		const usual = isMain ? ["sidebars.ts", "sidebars.js", "sidebars.json"] : [];
		return [
			{
				path,
				at: trimSlashes(asText(options["routeBasePath"]) ?? "docs"),
				sidebars: folder.find([...named, ...usual].map((name) => posix.join(base, name))),
				edit: asText(options["editUrl"]),
			},
		];
	});
}

function blogOf(folder: SourceFolder, config: DataMap, base: string): Documents | undefined {
	const [options = {}] = pluginsOf(config, "blog");
	const path = posix.join(base, asText(options["path"]) ?? "blog");
	if (folder.pages(path).length === 0) return undefined;
	const at = trimSlashes(asText(options["routeBasePath"]) ?? "blog");
	return { path, at, sidebars: undefined, edit: undefined };
}

function editLinkOf([first]: readonly Documents[], base: string): string | undefined {
	if (first?.edit === undefined || !URL.canParse(first.edit)) return undefined;
	const place = posix.relative(base, first.path);
	return editLinkFrom(
		`${new URL(`${place}/`, first.edit.replace(/\/?$/, "/")).href}{file}`,
		first.path,
	);
}

function redirectsOf(config: DataMap): Readonly<Record<string, string>> {
	const options = asList(config["plugins"])
		.filter((plugin) => String(asList(plugin)[0]).includes("client-redirects"))
		.map((plugin) => asList(plugin)[1]);
	const pairs = options
		.flatMap((option) => asList(dig(option, "redirects")))
		.flatMap((redirect) => {
			const { from, to } = asMap(redirect);
			return [from].flat().map((source): [string, string] => [String(source), String(to)]);
		});
	return Object.fromEntries(pairs);
}

/** A date in the name of a post becomes folders in its address. */
const POST = /^(.*\/)?(\d{4})[-/](\d{2})[-/](\d{2})[-/](.+?)(?:\/index)?$/;

function addressOf(page: SourcePage, blog: string | undefined): string {
	const stem = page.name.replace(/\.mdx?$/, "");
	if (blog !== undefined && stem.startsWith(`${blog}/`)) {
		const slug = ownAddress(page, "slug")?.replace(/^\//, "");
		const [, folder = "", year, month, day, title] = POST.exec(stem.slice(blog.length + 1)) ?? [];
		if (slug !== undefined) return `/${blog}/${slug}`;
		return year === undefined
			? stemOf(page.name)
			: `/${blog}/${folder}${year}/${month}/${day}/${title}`;
	}
	const plain = stemOf(withoutPrefixes(page.name, NUMBER));
	const parts = plain.split("/");
	// A page with the name of its folder is its index.
	const isFolders = parts.length > 2 && parts.at(-1)?.toLowerCase() === parts.at(-2)?.toLowerCase();
	const named = isFolders ? parts.slice(0, -1).join("/") : plain;
	const slug = ownAddress(page, "slug");
	if (slug === undefined) {
		const id = ownAddress(page, "id");
		return id === undefined || /^(?:index|readme)$/i.test(stem.split("/").at(-1) ?? "")
			? named
			: withLast(plain, id);
	}
	const at = `/${page.name.split("/", 1)[0]}`;
	if (slug.startsWith("/")) return page.name.includes("/") ? posix.join(at, slug) : slug;
	return posix.normalize(withLast(plain, slug));
}
