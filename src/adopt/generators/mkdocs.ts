import { posix } from "node:path";
import type { NavigationEntry } from "../../platform/settings/content-settings.ts";
import { translatedName } from "../../server/content/editions.ts";
import {
	type AdoptedLocale,
	adoptedLocale,
	localeFolders,
	severalLocales,
} from "../adopted-locales.ts";
import type { Recognition } from "../adoption.ts";
import { htmlOf, isExternal, stemOf, trimSlashes } from "../page-address.ts";
import { editLinkFrom } from "../served-settings.ts";
import {
	asList,
	asMap,
	asText,
	type DataMap,
	dig,
	findConfig,
	readData,
	textAt,
} from "../source/read-data.ts";
import type { SourceFolder } from "../source/source-folder.ts";

/** @see https://www.mkdocs.org/user-guide/configuration/ */
export function recognizeMkdocs(folder: SourceFolder): Recognition | undefined {
	const found = findConfig(folder, ["mkdocs.yml", "mkdocs.yaml"]);
	if (found === undefined) return undefined;
	const { file, base } = found;
	const config = inherited(folder, file);
	const docs = posix.join(base, asText(config["docs_dir"]) ?? "docs");
	const theme = asMap(config["theme"]);
	const features = asList(theme["features"]);
	const nav = asList(config["nav"]);
	const isWhole = config["use_directory_urls"] !== false;
	const locales = localesOf(config);
	const isSuffixed =
		locales !== undefined && !folder.isFolder(posix.join(docs, locales[0]?.code ?? ""));
	const name = textAt(config, "theme.name", "theme");
	return {
		generator: name === "material" ? "Material for MkDocs" : "MkDocs",
		evidence: file,
		settings: {
			name: asText(config["site_name"]),
			description: asText(config["site_description"]),
			url: asText(config["site_url"])?.replace(/\/$/, ""),
			locale: asText(theme["language"]),
			locales,
			// A white logo fits a colored header and is invisible on ours.
			logo: asText(theme["logo"])?.replace(/^.*\bwhite\b.*$/i, "") || undefined,
			isNameShown: true,
			favicon: asText(theme["favicon"]),
			primary: primaryOf(theme["palette"]),
			editLink: editLinkFrom(editLinkOf(config), docs),
			repository: asText(config["repo_url"]),
			content: locales === undefined || isSuffixed ? docs : localeFolders(docs, locales),
			anchors: hasOwnSlugs(config) ? "pymdownx" : "mkdocs",
			navigation:
				nav.length === 0 ? [{ folder: "" }] : nav.flatMap((item) => topEntry(item, features)),
			navigationOrder: "name",
			redirects: redirectsOf(config, isWhole),
		},
		addressOf: ({ name: page }) => addressOf(translatedName(page, locales ?? []), isWhole),
	};
}

/** Whether headings have ids of PyMdown's slugs. Tabs may name the same function. */
function hasOwnSlugs({ markdown_extensions: extensions }: DataMap): boolean {
	return [extensions, ...asList(extensions)].some(
		(extension) => dig(extension, "toc", "slugify") !== undefined,
	);
}

/** Languages of the plugin `i18n`, which names files like Loggia. */
function localesOf({ plugins }: DataMap): readonly AdoptedLocale[] | undefined {
	const options = [plugins, ...asList(plugins)].map((plugin) => dig(plugin, "i18n"));
	const languages = options
		.flatMap((option) => asList(dig(option, "languages")))
		.map(asMap)
		.filter(({ build, locale }) => build !== false && locale !== "null");
	const [main, ...others] = languages.toSorted(
		(one, other) => Number(other["default"] === true) - Number(one["default"] === true),
	);
	if (main === undefined) return undefined;
	return severalLocales(
		[main, ...others].map(({ locale, name, nav_translations: translations }) => {
			const words = Object.entries(asMap(translations)).flatMap(([title, own]) =>
				asText(own) === undefined ? [] : [[title, String(own)] as const],
			);
			return {
				...adoptedLocale(String(locale), name),
				...(words.length === 0 ? {} : { words: Object.fromEntries(words) }),
			};
		}),
	);
}

function inherited(folder: SourceFolder, file: string, depth = 0): DataMap {
	const own = readData(folder, file);
	const parent = asText(own["INHERIT"]);
	if (parent === undefined || depth > 3) return own;
	const above = inherited(folder, posix.join(posix.dirname(file), parent), depth + 1);
	return { ...above, ...own, theme: { ...asMap(above["theme"]), ...asMap(own["theme"]) } };
}

function addressOf(name: string, isWhole: boolean): string {
	return isWhole ? `${stemOf(name)}/`.replace("//", "/") : htmlOf(name);
}

function primaryOf(palette: unknown): string | undefined {
	const named = [palette].flat().flatMap((colors) => textAt(colors, "primary") ?? []);
	return named[0]?.split(" ").at(-1);
}

function editLinkOf(config: DataMap): string | undefined {
	const [repository, edit] = [asText(config["repo_url"]), asText(config["edit_uri"])];
	if (repository === undefined || edit === undefined) return undefined;
	return /^https?:/.test(edit)
		? `${edit.replace(/\/?$/, "/")}{file}`
		: `${repository.replace(/\/$/, "")}/${trimSlashes(edit)}/{file}`;
}

function topEntry(item: unknown, features: readonly unknown[]): readonly NavigationEntry[] {
	const [entry] = entriesOf(item);
	if (entry === undefined) return [];
	// With tabs, the last page of a section still leads to the next section.
	return features.includes("navigation.tabs") ? [{ ...entry, section: "continued" }] : [entry];
}

function entriesOf(item: unknown): readonly NavigationEntry[] {
	const page = asText(item);
	if (page !== undefined) return isExternal(page) ? [] : [{ page }];
	return Object.entries(asMap(item)).flatMap(([title, value]): NavigationEntry[] => {
		if (Array.isArray(value)) return [groupOf(title, value.flatMap(entriesOf))];
		const target = asText(value);
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

function redirectsOf({ plugins }: DataMap, isWhole: boolean): Readonly<Record<string, string>> {
	const entries = [plugins, ...asList(plugins)].flatMap((plugin) =>
		Object.entries(asMap(dig(plugin, "redirects", "redirect_maps"))),
	);
	return Object.fromEntries(
		entries.map(([from, to]) => {
			const target = String(to);
			const [page = "", hash = ""] = target.split(/(?=#)/);
			return [addressOf(from, isWhole), isExternal(target) ? target : stemOf(page) + hash];
		}),
	);
}
