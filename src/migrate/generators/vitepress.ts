import { posix } from "node:path";
import { definedOnly } from "../../shared/defined-only.ts";
import { adoptedLocales } from "../adopted-locales.ts";
import type { AdoptedFolder, AdoptedSettings, Recognition } from "../adoption.ts";
import { brandColor } from "../brand-color.ts";
import { excludedBy, unreadConfig } from "../hiding-rules.ts";
import { htmlOf, stemOf } from "../page-address.ts";
import { editLinkFrom } from "../served-settings.ts";
import * as data from "../source/data.ts";
import { DOCUMENTATION_FOLDERS, readData, scriptNames, siteUrl } from "../source/read-data.ts";
import type { SourceFolder } from "../source/source-folder.ts";
import { vueNavigation } from "./vue-navigation.ts";

/** @see https://vitepress.dev/reference/site-config */
export function recognizeVitepress(folder: SourceFolder): Recognition | undefined {
	const base = DOCUMENTATION_FOLDERS.find((place) => folder.isFolder(`${place}.vitepress`));
	if (base === undefined) return undefined;
	const names = ["config", "config/index"].flatMap(scriptNames);
	const file = folder.find(names.map((name) => `${base}.vitepress/${name}`));
	const config = file === undefined ? {} : readData(folder, file);
	const root = data.map(config, "locales.root");
	const source = joinFolders(base, data.text(config, "srcDir") ?? "");
	const content = contentOf(folder, source, data.map(config, "rewrites"));
	const ending = config["cleanUrls"] === true ? undefined : ("html" as const);
	// The folder of the main language may have a configuration.
	const beside = configIn(folder, `${content[0]?.folder}/`) ?? configIn(folder, source) ?? {};
	const theme = {
		...data.map(config, "themeConfig"),
		...data.map(root, "themeConfig"),
		...data.map(beside, "themeConfig"),
	};
	return {
		generator: "VitePress",
		evidence: file ?? `${base}.vitepress`,
		settings: {
			name: data.text(config, "locales.root.title", "title"),
			description:
				data.text(beside, "description") ??
				data.text(config, "locales.root.description", "description"),
			url: siteUrl(data.at(config, "sitemap.hostname"), config["base"]),
			locale: data.text(config, "locales.root.lang", "lang"),
			locales: localesOf(folder, source, config),
			logo: logoOf(theme["logo"]),
			isNameShown: theme["siteTitle"] !== false,
			primary:
				brandColor(folder, {
					files: folder
						.names(`${base}.vitepress/theme`)
						.filter((name) => name.endsWith(".css"))
						.map((name) => `${base}.vitepress/theme/${name}`),
					property: "--vp-c-brand-1",
					otherMode: { name: "dark", selector: /\.dark/ },
				}) ?? "indigo",
			editLink: editLinkFrom(
				data.text(theme, "editLink.pattern")?.replace(":path", "{file}"),
				source,
			),
			repository: data
				.list(theme, "socialLinks")
				.map((link) => data.text(link, "link"))
				.find((link) => link?.includes("git")),
			content: content.map((place) => ({ ...place, ...definedOnly({ ending }) })),
			publicFolder: folder.isFolder(`${source}public`) ? `${source}public` : undefined,
			anchors: "vitepress",
			...vueNavigation(theme),
			navigationOrder: "name",
		},
		rules: [
			...unreadConfig(folder, file, { config, keys: /\bsrcExclude\b/ }),
			...excludedBy({ options: config, key: "srcExclude", base: source }),
			{ name: "templates of dynamic routes", hides: ({ below }) => /\[[^\]/]+\]/.test(below) },
		],
		addressOf: ({ name, file: path }) => {
			const moved = rewritten(posix.relative(source, path), data.map(config, "rewrites")) ?? name;
			return ending === undefined ? stemOf(moved) : htmlOf(moved);
		},
	};
}

function joinFolders(base: string, below: string): string {
	const path = `${base}${below.replace(/^\.?\/?/, "").replace(/\/$/, "")}`;
	return path === "" || path.endsWith("/") ? path : `${path}/`;
}

function configIn(folder: SourceFolder, path: string): data.DataMap | undefined {
	const file = folder.find(scriptNames(`${path}config`));
	return file === undefined ? undefined : readData(folder, file);
}

/** Returns the languages that have folders, as in Loggia; the others are separate sites. */
function localesOf(folder: SourceFolder, source: string, { locales, lang }: data.DataMap) {
	const { root, ...others } = data.map(locales);
	if (root === undefined) return undefined;
	const main = data.text(root, "lang") ?? data.text(lang) ?? "en";
	const further = Object.entries(others)
		.map(([key, value]) => ({ code: key.replaceAll("/", ""), value }))
		.filter(({ code }) => folder.isFolder(source + code))
		.map(({ code, value }) => {
			const own = configIn(folder, `${source}${code}/`);
			const theme = { ...data.map(value, "themeConfig"), ...data.map(own, "themeConfig") };
			return { code, label: data.at(value, "label"), navigation: vueNavigation(theme).navigation };
		});
	return adoptedLocales([{ code: main, label: data.at(root, "label") }, ...further]);
}

/** @returns The new name of a moved file. @see https://vitepress.dev/guide/routing#route-rewrites */
function rewritten(file: string, rewrites: data.DataMap): string | undefined {
	for (const [from, to] of Object.entries(rewrites)) {
		const parts = from.split(/(:\w+\*?)/);
		const names = parts.flatMap((part) => /^:(\w+)/.exec(part)?.[1] ?? []);
		const pattern = parts.map((part) => {
			if (!/^:\w/.test(part)) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
			return part.endsWith("*") ? "(.*)" : "([^/]+)";
		});
		const found = new RegExp(`^${pattern.join("")}$`).exec(file);
		if (found === null) continue;
		return String(to).replace(/:(\w+)\*?/g, (_, name) => found[names.indexOf(name) + 1] ?? "");
	}
	return undefined;
}

/** Returns the content folders, with rewrites of whole folders. Other rewrites apply to single files. */
function contentOf(
	folder: SourceFolder,
	source: string,
	rewrites: data.DataMap,
): readonly AdoptedFolder[] {
	const own = source.replace(/\/$/, "") || ".";
	const moves = Object.entries(rewrites).flatMap(([from, to]) => {
		const [, name] = /^([^:*/]+)\/:\w+\*$/.exec(from) ?? [];
		const [, at] = /^(?:([^:*]+)\/)?:\w+\*$/.exec(String(to)) ?? [];
		return name === undefined
			? []
			: [{ folder: `${source}${name}`, at: at === undefined ? "/" : `/${at}` }];
	});
	if (moves.length === 0) return [{ folder: own }];
	const others = folder
		.names(own === "." ? "" : own)
		.filter((name) => !name.startsWith(".") && name !== "public")
		.map((name) => ({ folder: source + name, at: `/${name}` }))
		.filter(({ folder: path }) => !moves.some((move) => move.folder === path))
		.filter(({ folder: path }) => folder.isFolder(path) && folder.pages(path).length > 0);
	return [...moves, ...others];
}

function logoOf(logo: unknown): AdoptedSettings["logo"] {
	const [light, dark] = [data.text(logo, "light"), data.text(logo, "dark")];
	if (light !== undefined && dark !== undefined) return { light, dark };
	return data.text(logo) ?? data.text(logo, "src") ?? light;
}
