import { posix } from "node:path";
import { readTruth } from "../../server/content/front-matter/hiding-signs.ts";
import { PAGE_EXTENSION } from "../../server/content/page-path.ts";
import type { HidingRule, Recognition, SourcePage } from "../adoption.ts";
import { DRAFTS, frontMatterRule, hidingCode, instantOf, unreadConfig } from "../hiding-rules.ts";
import { ownAddress } from "../page-address.ts";
import * as data from "../source/data.ts";
import { findConfig, siteUrl } from "../source/read-data.ts";
import type { SourceFolder } from "../source/source-folder.ts";

const STYLES: Readonly<Record<string, string>> = {
	date: "/:categories/:year/:month/:day/:title.html",
	pretty: "/:categories/:year/:month/:day/:title/",
	ordinal: "/:categories/:year/:y_day/:title.html",
	none: "/:categories/:title.html",
};

/** Folders that Jekyll itself reads or writes. */
const OWN_FOLDERS = ["_includes", "_layouts", "_sass", "_data", "_site", "_plugins", "vendor"];

/** @see https://jekyllrb.com/docs/configuration/ */
export function recognizeJekyll(folder: SourceFolder): Recognition | undefined {
	const found = findConfig(folder, ["_config.yml"]);
	if (found === undefined) return undefined;
	const { file, base, config } = found;
	const source = posix.join(base, data.text(config, "source") ?? "");
	const prefix = source === "." ? "" : `${source}/`;
	const collections = collectionsOf(folder, config, prefix);
	const repository = data.text(config, "repository");
	return {
		generator: "Jekyll",
		evidence: file,
		settings: {
			name: data.text(config, "title", "name"),
			description: data.text(config, "description"),
			url: siteUrl(config["url"], config["baseurl"], ""),
			locale: data.text(config, "lang"),
			logo: data.text(config, "logo"),
			content: [
				...collections.map(({ folder: path, at }) => ({ folder: path, at })),
				{ folder: source === "." ? "." : source },
			],
			repository: repository && `https://github.com/${repository}`,
		},
		rules: rulesOf(folder, file, { config, prefix, collections }),
		addressOf: (page) => addressOf(page, config, collections),
	};
}

/** @see https://jekyllrb.com/docs/configuration/options/ */
function rulesOf(
	folder: SourceFolder,
	file: string,
	{
		config,
		prefix,
		collections,
	}: {
		readonly config: data.DataMap;
		readonly prefix: string;
		readonly collections: readonly Collection[];
	},
): readonly HidingRule[] {
	const included = data.texts(config, "include");
	const collectionOf = (page: SourcePage) =>
		collections.find((one) => page.file.startsWith(`${one.folder}/`));
	const dateOf = ({ file: path, frontMatter }: SourcePage): number => {
		const [, named] = /(?:^|\/)(\d+-\d+-\d+)-[^/]*$/.exec(path) ?? [];
		return instantOf(frontMatter["date"] ?? named);
	};
	const pathOf = (page: SourcePage): string => page.file.slice(prefix.length);
	const excluded = [...OWN_FOLDERS, ...data.texts(config, "exclude")];
	return [
		...unreadConfig(folder, file, { config, keys: /\bexclude\b/ }),
		...hidingCode(
			folder,
			folder.files(`${prefix}_plugins`, /\.rb$/),
			/reject|delete|published|draft|exclude|keep_if|select!/,
		),
		{
			name: '"exclude"',
			hides: (page) => excluded.some((pattern) => isExcluded(pathOf(page), pattern)),
			isByPath: true,
		},
		{
			name: "folders and files that start with _, #, ~ or a dot",
			hides: (page) =>
				collectionOf(page) === undefined &&
				!/(?:^|\/)_posts\//.test(pathOf(page)) &&
				/(?:^|\/)[._#~]/.test(pathOf(page)) &&
				!included.some((pattern) => isExcluded(pathOf(page), pattern)),
			isByPath: true,
		},
		frontMatterRule(
			'"published: false"',
			(_own, page) =>
				config["unpublished"] !== true &&
				readTruth(page.frontMatter["published"] ?? presetOf(page, config, "published")) === false,
		),
		DRAFTS,
		frontMatterRule(
			"a date in the future",
			(_own, page) =>
				config["future"] !== true &&
				(collectionOf(page) !== undefined || /(?:^|\/)_posts\//.test(page.file)) &&
				dateOf(page) > folder.nowMs,
		),
	];
}

/** Like Jekyll: a star also matches slashes, and a pattern also matches the start of a path. */
function isExcluded(path: string, pattern: string): boolean {
	const plain = pattern.replace(/^\.?\//, "");
	if (path.startsWith(plain)) return true;
	const source = plain
		.replace(/[.+^${}()|\\]/g, "\\$&")
		.replace(/\*+\/?/g, ".*")
		.replaceAll("?", ".");
	return new RegExp(`^${source}(?:/|$)`).test(path);
}

interface Collection {
	readonly name: string;
	readonly folder: string;
	readonly at: string;
	readonly permalink: string;
}

function collectionsOf(
	folder: SourceFolder,
	config: data.DataMap,
	prefix: string,
): readonly Collection[] {
	const style = data.text(config, "permalink") ?? "date";
	const all = Object.entries(data.map(config, "collections"));
	const above = data.text(config, "collections_dir");
	const root = prefix + (above === undefined ? "" : `${above}/`);
	const posts: Collection = {
		name: "posts",
		folder: `${root}_posts`,
		at: "/_posts",
		permalink: STYLES[style] ?? style,
	};
	// Posts are always pages, other collections only with "output".
	const output = all.filter(([name, options]) => name === "posts" || data.at(options, "output"));
	const declared = output.map(([name, options]) => ({
		name,
		folder: `${root}_${name}`,
		at: `/${name}`,
		permalink:
			data.text(options, "permalink") ?? `/${name}/:path${style === "pretty" ? "/" : ".html"}`,
	}));
	const known = declared.some(({ name }) => name === "posts") ? declared : [posts, ...declared];
	return known.filter((collection) => folder.pages(collection.folder).length > 0);
}

/** @returns `undefined` without front matter: Jekyll copies such files unchanged. */
function addressOf(
	page: SourcePage,
	config: data.DataMap,
	collections: readonly Collection[],
): string | undefined {
	if (Object.keys(page.frontMatter).length === 0) return undefined;
	const own = ownAddress(page, "permalink") ?? data.text(presetOf(page, config, "permalink"));
	const collection = collections.find(({ at }) => `/${page.name}`.startsWith(`${at}/`));
	const stem = page.name.replace(PAGE_EXTENSION, "");
	if (own !== undefined && !own.includes(":")) return own;
	if (collection === undefined) {
		const path = `/${stem}`.replace(/\/index$/, "/");
		return path.endsWith("/") || data.text(config, "permalink") === "pretty"
			? path
			: `${path}.html`;
	}
	const below = `/${stem}`.slice(collection.at.length + 1);
	const [, year = "", month = "", day = "", title = ""] =
		/^(?:.*\/)?(\d+)-(\d+)-(\d+)-(.+)$/.exec(below) ?? [];
	const date = String(page.frontMatter["date"] ?? "").slice(0, 10);
	const last = below.split("/").at(-1) ?? "";
	const slug = data.text(page.frontMatter, "slug");
	const [ownYear, ownMonth, ownDay] = /^[^-]*-[^-]*-[^-]*$/.test(date) ? date.split("-") : [];
	const values: Readonly<Record<string, string>> = {
		path: below,
		name: last,
		title: slug ?? (title || last),
		slug: slug ?? title,
		collection: collection.name,
		categories: categoriesOf(page.frontMatter).join("/"),
		year: ownYear ?? year,
		month: ownMonth ?? month,
		day: ownDay ?? day,
		output_ext: ".html",
	};
	return (own ?? collection.permalink)
		.replace(/:(\w+)/g, (_all, name: string) => values[name] ?? "")
		.replace(/\/{2,}/g, "/");
}

function categoriesOf({ categories, category }: data.DataMap): readonly string[] {
	const value = categories ?? category;
	return (Array.isArray(value) ? value.map(String) : (data.text(value)?.split(/\s+/) ?? [])).map(
		(name) => name.toLowerCase(),
	);
}

/** @returns The value of `defaults` for a key that a page does not have. */
function presetOf(page: SourcePage, { defaults }: data.DataMap, key: string): unknown {
	const rules = data
		.list(defaults)
		.filter((entry) => page.name.startsWith(data.text(entry, "scope.path") ?? ""));
	return rules.map((rule) => data.at(rule, `values.${key}`)).findLast((own) => own !== undefined);
}
