import { posix } from "node:path";
import type { NavigationEntry } from "../../platform/settings/content-settings.ts";
import { readTruth } from "../../server/content/front-matter/hiding-signs.ts";
import { translatedName } from "../../server/content/i18n.ts";
import { adoptedLocales, localeFolders } from "../adopted-locales.ts";
import type { HidingRule, Recognition } from "../adoption.ts";
import {
	frontMatterRule,
	hidingCode,
	ignoredBy,
	instantOf,
	matchingRule,
	unreadable,
	unreadConfig,
} from "../hiding-rules.ts";
import { htmlOf, isExternal, stemOf, trimSlashes } from "../page-address.ts";
import { editLinkFrom } from "../served-settings.ts";
import * as data from "../source/data.ts";
import { findConfig, readData } from "../source/read-data.ts";
import type { SourceFolder } from "../source/source-folder.ts";

/** @see https://www.mkdocs.org/user-guide/configuration/ */
export function recognizeMkdocs(folder: SourceFolder): Recognition | undefined {
	const found = findConfig(folder, ["mkdocs.yml", "mkdocs.yaml"]);
	if (found === undefined) return undefined;
	const { file, base } = found;
	const config = inherited(folder, file);
	const docs = posix.join(base, data.text(config, "docs_dir") ?? "docs");
	const theme = data.map(config, "theme");
	const features = data.list(theme, "features");
	const nav = data.list(config, "nav");
	const isWhole = config["use_directory_urls"] !== false;
	const locales = localesOf(config);
	const isSuffixed =
		locales !== undefined && !folder.isFolder(posix.join(docs, locales[0]?.code ?? ""));
	const name = data.text(config, "theme.name", "theme");
	return {
		generator: name === "material" ? "Material for MkDocs" : "MkDocs",
		evidence: file,
		settings: {
			name: data.text(config, "site_name"),
			description: data.text(config, "site_description"),
			url: data.text(config, "site_url")?.replace(/\/$/, ""),
			locale: data.text(theme, "language"),
			locales,
			// A white logo fits a colored header, but is invisible in Loggia's header.
			logo: data.text(theme, "logo")?.replace(/^.*\bwhite\b.*$/i, "") || undefined,
			isNameShown: true,
			favicon: data.text(theme, "favicon"),
			primary: primaryOf(theme["palette"]),
			editLink: editLinkFrom(editLinkOf(config), docs),
			repository: data.text(config, "repo_url"),
			content: locales === undefined || isSuffixed ? docs : localeFolders(docs, locales),
			anchors: hasOwnSlugs(config) ? "pymdownx" : "mkdocs",
			navigation:
				nav.length === 0 ? [{ folder: "" }] : nav.flatMap((item) => topEntry(item, features)),
			navigationOrder: "name",
			redirects: redirectsOf(config, isWhole),
		},
		rules: rulesOf(folder, { file, docs, config }),
		addressOf: ({ name: page }) => addressOf(translatedName(page, locales ?? []), isWhole),
	};
}

/** Names of plugins that remove pages, by rules that only the plugin knows. */
const HIDING_PLUGIN =
	/exclu|draft|filter|unused|ignor|publish|hide|hidden|private|skip|select|access/i;

/** @see https://www.mkdocs.org/user-guide/configuration/#exclude_docs */
function rulesOf(
	folder: SourceFolder,
	{
		file,
		docs,
		config,
	}: { readonly file: string; readonly docs: string; readonly config: data.DataMap },
): readonly HidingRule[] {
	const plugins = new Map(
		[config["plugins"], ...data.list(config, "plugins")].flatMap((plugin): [string, unknown][] =>
			typeof plugin === "string" ? [[plugin, {}]] : Object.entries(data.map(plugin)),
		),
	);
	const base = posix.dirname(file);
	const hooks = data.texts(config, "hooks").map((path) => posix.join(base, path));
	const known = data.map(plugins.get("exclude") ?? plugins.get("excluder"));
	const globs = data.texts(known, "glob");
	const blog = plugins.get("blog");
	const posts = blogOf(docs, blog);
	return [
		...unreadConfig(folder, file, { config, keys: /exclude_docs|draft_docs|\bexclude/ }),
		...hidingCode(folder, hooks, /on_files|on_nav|on_pre_page|on_page_read_source/),
		...[...plugins.keys()]
			.filter((name) => HIDING_PLUGIN.test(name) && !/^excluder?$|^exclude-search$/.test(name))
			.map((name) => unreadable(`the plugin "${name}"`)),
		// The template folder is excluded unless a pattern includes it.
		...ignoredBy({
			options: { exclude_docs: `/templates/\n${data.text(config, "exclude_docs") ?? ""}` },
			key: "exclude_docs",
			base: docs,
		}),
		...ignoredBy({ options: config, key: "draft_docs", base: docs }),
		...globs.map((pattern) =>
			matchingRule(`the plugin "exclude"`, pythonGlob(pattern), (page) =>
				posix.relative(docs, page.file),
			),
		),
		...data
			.texts(known, "regex")
			.map((source) =>
				matchingRule(`the plugin "exclude"`, `^(?:${source})`, (page) =>
					posix.relative(docs, page.file),
				),
			),
		{
			name: "README.md beside index.md",
			hides: (page) =>
				/(?:^|\/)readme\.md$/i.test(page.file) &&
				folder.isFile(posix.join(posix.dirname(page.file), "index.md")),
		},
		...(posts === undefined
			? []
			: [
					frontMatterRule(
						'"draft: true"',
						({ draft }, page) =>
							data.at(blog, "draft") !== true &&
							page.file.startsWith(`${posts}/`) &&
							readTruth(draft) === true,
					),
					frontMatterRule(
						"a date in the future",
						({ date }, page) =>
							page.file.startsWith(`${posts}/`) &&
							instantOf(data.at(date, "created") ?? date) > folder.nowMs,
					),
				]),
	];
}

/** @returns The folder of the posts of Material's plugin. */
function blogOf(docs: string, blog: unknown): string | undefined {
	if (blog === undefined) return undefined;
	const dir = data.text(blog, "blog_dir") ?? "blog";
	return posix.join(docs, (data.text(blog, "post_dir") ?? "{blog}/posts").replace("{blog}", dir));
}

/** Converts a pattern of Python's `fnmatch`, whose star also matches slashes. */
function pythonGlob(pattern: string): string {
	const source = pattern
		.replace(/[.+^${}()|\\]/g, "\\$&")
		.replace(/\*+/g, ".*")
		.replaceAll("?", ".");
	return `^${source.replaceAll("[!", "[^")}$`;
}

/** Whether headings have ids of PyMdown's slugs. Only `toc` counts: tabs may name the same function. */
function hasOwnSlugs({ markdown_extensions: extensions }: data.DataMap): boolean {
	return [extensions, ...data.list(extensions)].some(
		(extension) => data.at(extension, "toc.slugify") !== undefined,
	);
}

/** Returns languages of the plugin `i18n`, which names files like Loggia. */
function localesOf({ plugins }: data.DataMap) {
	const languages = [plugins, ...data.list(plugins)]
		.flatMap((plugin) => data.list(plugin, "i18n.languages"))
		.map((language) => data.map(language))
		.filter(({ build, locale }) => build !== false && locale !== "null")
		.toSorted((one, other) => Number(other["default"] === true) - Number(one["default"] === true));
	return adoptedLocales(
		languages.map(({ locale, name, nav_translations: translations }) => ({
			code: String(locale),
			label: name,
			words: Object.entries(data.map(translations)).flatMap(([title, own]) =>
				data.text(own) === undefined ? [] : [[title, String(own)] as const],
			),
		})),
	);
}

function inherited(folder: SourceFolder, file: string, depth = 0): data.DataMap {
	const own = readData(folder, file);
	const parent = data.text(own, "INHERIT");
	if (parent === undefined || depth > 3) return own;
	const above = inherited(folder, posix.join(posix.dirname(file), parent), depth + 1);
	return { ...above, ...own, theme: { ...data.map(above, "theme"), ...data.map(own, "theme") } };
}

function addressOf(name: string, isWhole: boolean): string {
	return isWhole ? `${stemOf(name)}/`.replace("//", "/") : htmlOf(name);
}

function primaryOf(palette: unknown): string | undefined {
	const named = [palette].flat().flatMap((colors) => data.text(colors, "primary") ?? []);
	return named[0]?.split(" ").at(-1);
}

function editLinkOf(config: data.DataMap): string | undefined {
	const [repository, edit] = [data.text(config, "repo_url"), data.text(config, "edit_uri")];
	if (repository === undefined || edit === undefined) return undefined;
	return /^https?:/.test(edit)
		? `${edit.replace(/\/?$/, "/")}{file}`
		: `${repository.replace(/\/$/, "")}/${trimSlashes(edit)}/{file}`;
}

function topEntry(item: unknown, features: readonly unknown[]): readonly NavigationEntry[] {
	const [entry] = entriesOf(item);
	if (entry === undefined) return [];
	// With tabs, the last page of a section still links to the next section.
	return features.includes("navigation.tabs") ? [{ ...entry, section: "continued" }] : [entry];
}

function entriesOf(item: unknown): readonly NavigationEntry[] {
	const page = data.text(item);
	if (page !== undefined) return isExternal(page) ? [] : [{ page }];
	return Object.entries(data.map(item)).flatMap(([title, value]): NavigationEntry[] => {
		if (Array.isArray(value)) return [groupOf(title, value.flatMap(entriesOf))];
		const target = data.text(value);
		if (target === undefined) return [];
		return isExternal(target) ? [{ title, url: target }] : [{ title, page: target }];
	});
}

/** A group without a title gets the title of its index page. */
function groupOf(title: string, entries: readonly NavigationEntry[]): NavigationEntry {
	const [first, ...pages] = entries;
	return title === "" && first?.page !== undefined
		? { ...first, pages }
		: { title, pages: entries };
}

function redirectsOf({ plugins }: data.DataMap, isWhole: boolean) {
	const entries = [plugins, ...data.list(plugins)].flatMap((plugin) =>
		Object.entries(data.map(plugin, "redirects.redirect_maps")),
	);
	return entries.map(([from, to]) => {
		const target = String(to);
		const [page = "", hash = ""] = target.split(/(?=#)/);
		return [addressOf(from, isWhole), isExternal(target) ? target : stemOf(page) + hash] as const;
	});
}
