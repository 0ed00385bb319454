import { posix } from "node:path";
import type { AdoptedLocale } from "../../adopted-locales.ts";
import type { AdoptedFolder, SourcePage } from "../../adoption.ts";
import { ownAddress, stemOf, trimSlashes, withLast, withoutPrefixes } from "../../page-address.ts";
import * as data from "../../source/data.ts";
import { readValue } from "../../source/read-data.ts";
import type { SourceFolder } from "../../source/source-folder.ts";

/** Number at the start of a name, which only sets the order. */
export const NUMBER = /^\d+[ \t]*[-_.]+[ \t]*(?=[^\d\s_.-])/;

/** An instance of the plugin for documents. */
export interface Documents {
	/** Relative to the root. */
	readonly path: string;
	/** Address of the folder, without slashes at its ends. */
	readonly at: string;
	readonly sidebars: string | undefined;
	readonly edit: string | undefined;
	readonly options: data.DataMap;
	/** Main version first; empty if there is one version. */
	readonly versions: readonly DocumentVersion[];
}

/** A version of the documents. */
interface DocumentVersion {
	readonly name: string;
	readonly label: string;
	/** Address, without slashes at its ends. */
	readonly at: string;
	readonly path: string;
	/** Folder of its translations, below the folder of a language. */
	readonly translation: string;
}

/** @returns Options of a plugin from presets and plugins; a preset uses its plugins without options, too. */
export function pluginsOf(config: data.DataMap, name: string): readonly data.DataMap[] {
	const presets = data.list(config, "presets");
	const inPresets =
		config["presets"] === undefined
			? [{}]
			: presets.map((preset) => data.at(data.list(preset)[1], name) ?? {});
	const direct = data
		.list(config, "plugins")
		.filter((plugin) => String(data.list(plugin)[0]).endsWith(`plugin-content-${name}`))
		.map((plugin) => data.list(plugin)[1] ?? {});
	return [...inPresets, ...direct]
		.filter((options) => options !== false)
		.map((options) => data.map(options));
}

/** Reads the instances of documents. The default instance has the path of its main version. */
export function documentsOf(
	folder: SourceFolder,
	config: data.DataMap,
	base: string,
): readonly Documents[] {
	const found = pluginsOf(config, "docs");
	return found.flatMap((options) => {
		const path = posix.join(base, data.text(options, "path") ?? "docs");
		const named = data.texts(options, "sidebarPath");
		const isMain = (data.text(options, "id") ?? "default") === "default";
		const usual = isMain ? ["sidebars.ts", "sidebars.js", "sidebars.json"] : [];
		const at = trimSlashes(data.text(options, "routeBasePath") ?? "docs");
		const versions = isMain ? versionsOf(folder, options, { base, path, at }) : [];
		const main = versions[0]?.path ?? path;
		if (folder.pages(main).length === 0) return [];
		const released = `versioned_sidebars/${posix.basename(main)}-sidebars.json`;
		const own = main === path ? [...named, ...usual] : [released];
		return [
			{
				path: main,
				at,
				options,
				sidebars: folder.find(own.map((name) => posix.join(base, name))),
				edit: data.text(options, "editUrl"),
				versions,
			},
		];
	});
}

/** @see https://docusaurus.io/docs/versioning */
function versionsOf(
	folder: SourceFolder,
	options: data.DataMap,
	{ base, path, at }: { readonly base: string; readonly path: string; readonly at: string },
): readonly DocumentVersion[] {
	const released = data.texts(readValue(folder, posix.join(base, "versions.json")));
	const only = data.texts(options, "onlyIncludeVersions");
	const names = [...released, "current"].filter((name) =>
		only.length > 0
			? only.includes(name)
			: name !== "current" || options["includeCurrentVersion"] !== false,
	);
	const main = data.text(options, "lastVersion") ?? released[0];
	if (names.length < 2 || main === undefined) return [];
	const ordered = names.toSorted((one, other) => Number(other === main) - Number(one === main));
	const versions = ordered.map((name): DocumentVersion => {
		const isCurrent = name === "current";
		const configured = data.map(options, "versions")[name];
		const last = isCurrent ? "next" : name;
		const below = data.text(configured, "path") ?? (name === main ? "" : last);
		const folderName = isCurrent ? "current" : `version-${name}`;
		return {
			name: last,
			label: data.text(configured, "label") ?? (isCurrent ? "Next" : name),
			at: trimSlashes(posix.join(at, below)),
			path: isCurrent ? path : posix.join(base, "versioned_docs", folderName),
			translation: folderName,
		};
	});
	return versions.filter((version) => folder.pages(version.path).length > 0);
}

/** @returns Folders of further versions, and of translations of all versions. */
export function furtherDocuments(
	folder: SourceFolder,
	base: string,
	[main]: readonly Documents[],
	locales: readonly AdoptedLocale[] = [],
): readonly AdoptedFolder[] {
	if (main === undefined) return [];
	const [newest, ...others] = main.versions;
	const first = newest ?? { at: main.at, translation: "current" };
	const translated = locales.slice(1).flatMap(({ code }) =>
		[first, ...others].map(({ at, translation }) => ({
			folder: posix.join(base, "i18n", code, "docusaurus-plugin-content-docs", translation),
			at: `/${code}/${at}`,
		})),
	);
	return [...others.map(({ path, at }) => ({ folder: path, at: `/${at}` })), ...translated].filter(
		({ folder: path }) => folder.pages(path).length > 0,
	);
}

export interface Blog {
	readonly path: string;
	readonly at: string;
	readonly options: data.DataMap;
}

export function blogsOf(folder: SourceFolder, config: data.DataMap, base: string): readonly Blog[] {
	return pluginsOf(config, "blog")
		.map((options) => ({
			options,
			path: posix.join(base, data.text(options, "path") ?? "blog"),
			at: trimSlashes(data.text(options, "routeBasePath") ?? "blog"),
		}))
		.filter(({ path }) => folder.pages(path).length > 0);
}

/** A date in the name of a post becomes folders at the start of its address. */
const POST = /^(.*?)(\d{4})[-/](\d{1,2})[-/](\d{1,2})[-/]?(.*)$/;

/** @see https://docusaurus.io/docs/blog */
export function postAddress(page: SourcePage): string {
	const slug = ownAddress(page, "slug");
	if (slug !== undefined) return posix.join("/", page.at, slug);
	const below = stemOf(page.name.slice(page.at.length)).replace(/^\/+/, "");
	const [, folder = "", year, month, day, title = ""] = POST.exec(below) ?? [];
	const dated = year === undefined ? below : `${year}/${month}/${day}/${folder}${title}`;
	return posix.join("/", page.at, dated);
}

/** @see https://docusaurus.io/docs/create-doc#doc-urls */
export function documentAddress(page: SourcePage): string {
	const below = `/${withoutPrefixes(page.name.slice(page.at.length), NUMBER).replace(/^\/+/, "")}`;
	const stem = below.replace(/\.mdx?$/i, "");
	const [last = "", above] = stem.split("/").toReversed();
	// A page with the name of its folder is its index.
	const isIndex = /^(?:index|readme)$/i.test(last) || last.toLowerCase() === above?.toLowerCase();
	const named = isIndex ? stem.slice(0, -last.length - 1) : stem;
	const slug = ownAddress(page, "slug");
	const id = isIndex ? undefined : ownAddress(page, "id");
	const own = slug ?? id;
	return posix.join("/", page.at, own === undefined ? named : withLast(stem, own));
}
