import { posix } from "node:path";
import { isUnderscored } from "../../../server/content/page-path.ts";
import { adoptedLocales } from "../../adopted-locales.ts";
import type { HidingRule, Recognition, SourcePage } from "../../adoption.ts";
import { DRAFTS, excludedBy, includedBy, unreadable, unreadConfig } from "../../hiding-rules.ts";
import { stemOf, trimSlashes } from "../../page-address.ts";
import { editLinkFrom } from "../../served-settings.ts";
import * as data from "../../source/data.ts";
import { findConfig, frontMatterData, scriptNames, siteUrl } from "../../source/read-data.ts";
import type { SourceFolder } from "../../source/source-folder.ts";
import {
	type Blog,
	blogsOf,
	type Documents,
	documentAddress,
	documentsOf,
	furtherDocuments,
	pluginsOf,
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
	const blogs = blogsOf(folder, config, base);
	const locales = localesOf(folder, config, base);
	const navbar = data.map(config, "themeConfig.navbar");
	const versions = documents[0]?.versions ?? [];
	const places = documents.map(({ path, at }) => ({ folder: path, at: `/${at}` }));
	const posts = blogs.map(({ path, at }) => ({ folder: path, at: `/${at}` }));
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
							name,
							label,
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
			anchors: "docusaurus",
			navigation: [
				...documents.flatMap((instance) =>
					docusaurusSections(folder, instance, data.list(navbar, "items")),
				),
				...blogs.map((blog) => blogSection(folder, blog, data.list(navbar, "items"))),
			],
			navigationOrder: "name",
			redirects: redirectsOf(config),
		},
		rules: [
			...unreadConfig(folder, file, { config, keys: /\b(?:exclude|include)\b/ }),
			...documents.flatMap(({ options, path, versions }) => {
				const paths = [path, ...versions.map((version) => version.path)];
				return rulesOf(
					options,
					"docs",
					({ folder: own }) => paths.includes(own) || own.includes(TRANSLATED),
				);
			}),
			...blogs.flatMap(({ options, path }) =>
				rulesOf(options, "blog", (page) => page.folder === path),
			),
			...pluginsOf(config, "pages").flatMap((options) =>
				rulesOf(options, "pages", (page) => page.folder === pages),
			),
			DRAFTS,
		],
		addressOf: (page) => {
			if (blogs.some(({ path }) => path === page.folder)) return postAddress(page);
			return page.folder === pages ? stemOf(page.name) : documentAddress(page);
		},
	};
}

const TRANSLATED = "/docusaurus-plugin-content-docs/";

const EXCLUDED = ["**/_*.{js,jsx,ts,tsx,md,mdx}", "**/_*/**", "**/*.test.*", "**/__tests__/**"];

/** @see https://docusaurus.io/docs/api/plugins/@docusaurus/plugin-content-docs#exclude */
function rulesOf(
	options: data.DataMap,
	plugin: string,
	concerns: (page: SourcePage) => boolean,
): readonly HidingRule[] {
	const own = { exclude: EXCLUDED, ...options };
	return [
		...excludedBy({
			options: own,
			key: "exclude",
			concerns,
			name: `${plugin}.exclude`,
			otherName: withoutDate,
		}),
		...includedBy({ options: own, key: "include", concerns, name: `${plugin}.include` }),
		...("processBlogPosts" in options ? [unreadable('"blog.processBlogPosts"', concerns)] : []),
	];
}

/** An author may write a pattern for a post without its date. Hiding too much is the smaller mistake. */
function withoutDate(below: string): string {
	return below.replace(/(^|\/)\d{4}-\d{1,2}-\d{1,2}-(?=[^/]*$)/, "$1");
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
