import { posix } from "node:path";
import { isUnderscored } from "../../../server/content/page-path.ts";
import { adoptedLocales } from "../../adopted-locales.ts";
import type { Recognition } from "../../adoption.ts";
import { stemOf, trimSlashes } from "../../page-address.ts";
import { editLinkFrom } from "../../served-settings.ts";
import * as data from "../../source/data.ts";
import { findConfig, frontMatterData, scriptNames, siteUrl } from "../../source/read-data.ts";
import type { SourceFolder } from "../../source/source-folder.ts";
import {
	type Blog,
	blogOf,
	type Documents,
	documentAddress,
	documentsOf,
	furtherDocuments,
	postAddress,
} from "./documents.ts";
import { docusaurusLook } from "./look.ts";
import { docusaurusSections } from "./sidebars.ts";

/** @see https://docusaurus.io/docs/api/docusaurus-config */
export function recognizeDocusaurus(folder: SourceFolder): Recognition | undefined {
	const found = findConfig(folder, scriptNames("docusaurus.config"));
	if (found === undefined) return undefined;
	const { file, base, config } = found;
	const documents = documentsOf(folder, config, base);
	const blog = blogOf(folder, config, base);
	const locales = localesOf(folder, config, base);
	const navbar = data.map(config, "themeConfig.navbar");
	const versions = documents[0]?.versions ?? [];
	const places = documents.map(({ path, at }) => ({ folder: path, at: `/${at}` }));
	const posts = blog === undefined ? [] : [{ folder: blog.path, at: `/${blog.at}` }];
	const pages = posix.join(base, "src/pages");
	return {
		generator: "Docusaurus",
		evidence: file,
		settings: {
			name: data.text(config, "title", "themeConfig.navbar.title"),
			description: data.text(config, "tagline"),
			url: siteUrl(config["url"], config["baseUrl"]),
			locale: data.text(config, "i18n.defaultLocale"),
			locales,
			versions:
				versions.length === 0
					? undefined
					: versions.map(({ name, label, at }, index) => ({
							...{ name, label },
							...(index === 0 || at === name ? {} : { path: `/${at}` }),
						})),
			...docusaurusLook(folder, config, {
				base,
				// If the documents are the whole site, the links of the header are its only menu.
				sections: [...places, ...posts].map(({ at }) => at).filter((at) => at !== "/"),
			}),
			headerOrder: data.list(navbar, "items").map((item) => data.text(item, "label")),
			favicon: data.text(config, "favicon"),
			editLink: editLinkOf(documents, base),
			content: [
				...[...places, ...furtherDocuments(folder, base, documents, locales)].map((place) => ({
					...place,
					numbers: "any" as const,
				})),
				...posts,
				...(folder.pages(pages).length > 0 ? [{ folder: pages }] : []),
			],
			publicFolder: posix.join(base, "static"),
			exclude: ["**/_*.{md,mdx}", "**/_*/**"],
			anchors: "docusaurus",
			navigation: [
				...documents.flatMap((instance) =>
					docusaurusSections(folder, instance, data.list(navbar, "items")),
				),
				...(blog === undefined ? [] : [blogSection(folder, blog, data.list(navbar, "items"))]),
			],
			navigationOrder: "name",
			redirects: redirectsOf(config),
		},
		addressOf: (page) => {
			if (page.folder === blog?.path) return postAddress(page);
			return page.folder === pages ? stemOf(page.name) : documentAddress(page);
		},
	};
}

/** Returns languages with translated documents; other languages may be translated elsewhere. */
function localesOf(folder: SourceFolder, { i18n }: data.DataMap, base: string) {
	const main = data.text(i18n, "defaultLocale");
	if (main === undefined) return undefined;
	const further = data
		.texts(i18n, "locales")
		.filter((code) => folder.isFolder(posix.join(base, "i18n", code)));
	const labels = data.map(i18n, "localeConfigs");
	return adoptedLocales(
		Array.from(new Set([main, ...further]), (code) => {
			return { code, label: data.at(labels[code], "label") };
		}),
	);
}

/** Lists the posts, newest first. */
function blogSection(folder: SourceFolder, { path, at }: Blog, items: readonly unknown[]) {
	const posts = folder.pages(path).map((file) => {
		const page = posix.join(at, posix.relative(path, file));
		const date = String(frontMatterData(folder, file)["date"] ?? "").slice(0, 10);
		return { page, date: date || page.replace(/^.*?(?=\d{4}[-/])/, "") };
	});
	const item = items.find((one) => trimSlashes(data.text(one, "to") ?? "") === at);
	return {
		title: data.text(item, "label") ?? "Blog",
		section: true,
		pages: posts
			.filter(({ page }) => !isUnderscored(page))
			.toSorted((one, other) => (one.date < other.date ? 1 : -1))
			.map(({ page }) => ({ page })),
	};
}

function editLinkOf([first]: readonly Documents[], base: string): string | undefined {
	if (first?.edit === undefined || !URL.canParse(first.edit)) return undefined;
	const place = posix.relative(base, first.path);
	const { href } = new URL(`${place}/`, first.edit.replace(/\/?$/, "/"));
	return editLinkFrom(`${href}{file}`, first.path);
}

function redirectsOf(config: data.DataMap) {
	return data
		.list(config, "plugins")
		.filter((plugin) => String(data.list(plugin)[0]).includes("client-redirects"))
		.flatMap((plugin) => data.list(data.list(plugin)[1], "redirects"))
		.map((redirect) => data.map(redirect))
		.flatMap(({ from, to }) =>
			[from].flat().map((source) => [String(source), String(to)] as const),
		);
}
