import { posix } from "node:path";
import { type AdoptedLocale, adoptedLocale, severalLocales } from "../adopted-locales.ts";
import type { Recognition } from "../adoption.ts";
import { htmlOf, ownAddress } from "../page-address.ts";
import { editLinkFrom, logoPair } from "../served-settings.ts";
import * as data from "../source/data.ts";
import { DOCUMENTATION_FOLDERS, readData, scriptNames, siteUrl } from "../source/read-data.ts";
import type { SourceFolder } from "../source/source-folder.ts";
import { vueNavigation } from "./vue-navigation.ts";

/** @see https://vuepress.vuejs.org/reference/config.html */
export function recognizeVuepress(folder: SourceFolder): Recognition | undefined {
	const base = [...DOCUMENTATION_FOLDERS, "docs/src/", "src/"].find((place) =>
		folder.isFolder(`${place}.vuepress`),
	);
	if (base === undefined) return undefined;
	const file = folder.find(scriptNames(`${base}.vuepress/config`));
	const config = file === undefined ? {} : readData(folder, file);
	const theme = themeOf(config);
	const main = { ...theme, ...data.map(theme, "locales./") };
	const repository = data.text(main, "repo");
	const source = data.text(main, "docsRepo") ?? repository;
	const branch = data.text(main, "docsBranch") ?? "main";
	const content = base.replace(/\/$/, "") || ".";
	const inSource = posix.join("edit", branch, data.text(main, "docsDir") ?? "", "{file}");
	return {
		generator: "VuePress",
		evidence: file ?? `${base}.vuepress`,
		settings: {
			name: data.text(data.at(config, "locales./"), "title") ?? data.text(config, "title"),
			description:
				data.text(data.at(config, "locales./"), "description") ?? data.text(config, "description"),
			url: siteUrl(theme["hostname"], config["base"]),
			locale: data.text(data.at(config, "locales./"), "lang") ?? data.text(config, "lang"),
			locales: localesOf(folder, base, config),
			logo: logoPair(data.text(main, "logo"), data.text(main, "logoDark")),
			isNameShown: true,
			repository: repository && urlOf(repository),
			editLink: editLinkFrom(source && `${urlOf(source)}/${inSource}`, content),
			content: [{ folder: content, ending: "html" }],
			publicFolder: `${base}.vuepress/public`,
			anchors: "vitepress",
			...vueNavigation(main),
			navigationOrder: "name",
		},
		addressOf: (page) => {
			const own = ownAddress(page, "permalink");
			return own === undefined || own.includes(":") ? htmlOf(page.name) : own;
		},
	};
}

function urlOf(repository: string): string {
	return /^https?:/.test(repository) ? repository : `https://github.com/${repository}`;
}

/** The theme is a call in version 2, and a name with options beside it in version 1. */
function themeOf(config: data.DataMap): data.DataMap {
	return { ...data.map(config, "themeConfig"), ...data.map(config, "theme") };
}

function localesOf(
	folder: SourceFolder,
	base: string,
	config: data.DataMap,
): readonly AdoptedLocale[] | undefined {
	const { "/": root, ...others } = data.map(config, "locales");
	const theme = themeOf(config);
	const labelOf = (path: string): unknown => {
		const own = data.map(theme, "locales")[path];
		return data.text(own, "selectLanguageName", "label");
	};
	const further = Object.keys(others)
		.filter((path) => folder.isFolder(base + path.replaceAll("/", "")))
		.map((path): AdoptedLocale => {
			const { navigation } = vueNavigation(data.map(data.map(theme, "locales")[path]));
			const locale = adoptedLocale(path.replaceAll("/", ""), labelOf(path));
			return data.list(navigation).length === 0
				? locale
				: { ...locale, navigation: navigation ?? [] };
		});
	return severalLocales([adoptedLocale(data.text(root, "lang") ?? "en", labelOf("/")), ...further]);
}
