import { posix } from "node:path";
import { adoptedLocales } from "../adopted-locales.ts";
import type { Recognition } from "../adoption.ts";
import { includedBy, unreadConfig } from "../hiding-rules.ts";
import { htmlOf, ownAddress } from "../page-address.ts";
import { editLinkFrom, pairOf, repositoryUrl } from "../served-settings.ts";
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
			name: data.text(config, "locales./.title", "title"),
			description: data.text(config, "locales./.description", "description"),
			url: siteUrl(theme["hostname"], config["base"]),
			locale: data.text(config, "locales./.lang", "lang"),
			locales: localesOf(folder, base, config),
			logo: pairOf(data.text(main, "logo"), data.text(main, "logoDark")),
			isNameShown: true,
			repository: repository && repositoryUrl(repository),
			editLink: editLinkFrom(source && `${repositoryUrl(source)}/${inSource}`, content),
			content: [{ folder: content, ending: "html" }],
			publicFolder: `${base}.vuepress/public`,
			anchors: "vitepress",
			...vueNavigation(main),
			navigationOrder: "name",
		},
		rules: [
			...unreadConfig(folder, file, { config, keys: /\b(?:pagePatterns|patterns)\b/ }),
			...includedBy({ options: config, key: "pagePatterns", base: content }),
			...includedBy({ options: config, key: "patterns", base: content }),
		],
		addressOf: (page) => {
			const own = ownAddress(page, "permalink");
			return own === undefined || own.includes(":") ? htmlOf(page.name) : own;
		},
	};
}

/** In version 2, the theme is a call. In version 1, it is a name with options in another key. */
function themeOf(config: data.DataMap): data.DataMap {
	return { ...data.map(config, "themeConfig"), ...data.map(config, "theme") };
}

function localesOf(folder: SourceFolder, base: string, config: data.DataMap) {
	const { "/": root, ...others } = data.map(config, "locales");
	const theme = data.map(themeOf(config), "locales");
	const labelOf = (path: string) => data.text(theme[path], "selectLanguageName", "label");
	const further = Object.keys(others)
		.map((path) => ({ code: path.replaceAll("/", ""), path }))
		.filter(({ code }) => folder.isFolder(base + code))
		.map(({ code, path }) => {
			const { navigation } = vueNavigation(data.map(theme[path]));
			return {
				code,
				label: labelOf(path),
				navigation: navigation?.length ? navigation : undefined,
			};
		});
	const main = { code: data.text(root, "lang") ?? "en", label: labelOf("/") };
	return adoptedLocales([main, ...further]);
}
