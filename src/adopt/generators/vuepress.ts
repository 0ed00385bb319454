import { posix } from "node:path";
import { type AdoptedLocale, adoptedLocale, severalLocales } from "../adopted-locales.ts";
import type { Recognition } from "../adoption.ts";
import { htmlOf, ownAddress } from "../page-address.ts";
import { editLinkFrom, logoPair } from "../served-settings.ts";
import {
	asList,
	asMap,
	asText,
	type DataMap,
	DOCUMENTATION_FOLDERS,
	dig,
	readData,
	scriptNames,
	siteUrl,
	textAt,
} from "../source/read-data.ts";
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
	const main = { ...theme, ...asMap(dig(theme, "locales", "/")) };
	const repository = asText(main["repo"]);
	const source = asText(main["docsRepo"]) ?? repository;
	const branch = asText(main["docsBranch"]) ?? "main";
	const content = base.replace(/\/$/, "") || ".";
	const inSource = posix.join("edit", branch, asText(main["docsDir"]) ?? "", "{file}");
	return {
		generator: "VuePress",
		evidence: file ?? `${base}.vuepress`,
		settings: {
			name: textAt(dig(config, "locales", "/"), "title") ?? asText(config["title"]),
			description:
				textAt(dig(config, "locales", "/"), "description") ?? asText(config["description"]),
			url: siteUrl(theme["hostname"], config["base"]),
			locale: textAt(dig(config, "locales", "/"), "lang") ?? asText(config["lang"]),
			locales: localesOf(folder, base, config),
			logo: logoPair(asText(main["logo"]), asText(main["logoDark"])),
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
function themeOf(config: DataMap): DataMap {
	return { ...asMap(config["themeConfig"]), ...asMap(config["theme"]) };
}

function localesOf(
	folder: SourceFolder,
	base: string,
	config: DataMap,
): readonly AdoptedLocale[] | undefined {
	const { "/": root, ...others } = asMap(config["locales"]);
	const theme = themeOf(config);
	const labelOf = (path: string): unknown => {
		const own = dig(theme, "locales", path);
		return textAt(own, "selectLanguageName", "label");
	};
	const further = Object.keys(others)
		.filter((path) => folder.isFolder(base + path.replaceAll("/", "")))
		.map((path): AdoptedLocale => {
			const { navigation } = vueNavigation(asMap(dig(theme, "locales", path)));
			const locale = adoptedLocale(path.replaceAll("/", ""), labelOf(path));
			return asList(navigation).length === 0 ? locale : { ...locale, navigation: navigation ?? [] };
		});
	return severalLocales([adoptedLocale(textAt(root, "lang") ?? "en", labelOf("/")), ...further]);
}
