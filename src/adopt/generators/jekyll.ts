import { posix } from "node:path";
import { PAGE_EXTENSION } from "../../server/content/page-path.ts";
import type { Recognition, SourcePage } from "../adoption.ts";
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
	const excluded = data
		.texts(config, "exclude")
		.map((name) => prefix + name.replace(/\/$/, ""))
		.flatMap((pattern) => [pattern, `${pattern}/**`]);
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
			exclude: [...OWN_FOLDERS.map((name) => `${prefix}${name}/**`), ...excluded],
			repository: repository && `https://github.com/${repository}`,
		},
		addressOf: (page) => addressOf(page, config, collections),
	};
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
	const posts: Collection = {
		name: "posts",
		folder: `${prefix}_posts`,
		at: "/_posts",
		permalink: STYLES[style] ?? style,
	};
	const declared = Object.entries(data.map(config, "collections")).map(([name, options]) => ({
		name,
		folder: `${prefix}_${name}`,
		at: `/${name}`,
		permalink:
			data.text(options, "permalink") ?? `/${name}/:path${style === "pretty" ? "/" : ".html"}`,
	}));
	const all = declared.some(({ name }) => name === "posts") ? declared : [posts, ...declared];
	return all.filter((collection) => folder.pages(collection.folder).length > 0);
}

/** @returns `undefined` without front matter: Jekyll copies such files unchanged. */
function addressOf(
	page: SourcePage,
	config: data.DataMap,
	collections: readonly Collection[],
): string | undefined {
	if (Object.keys(page.frontMatter).length === 0) return undefined;
	const own = ownAddress(page, "permalink") ?? defaultPermalink(page, config);
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

function defaultPermalink(page: SourcePage, { defaults }: data.DataMap): string | undefined {
	const rules = data
		.list(defaults)
		.filter((entry) => page.name.startsWith(data.text(entry, "scope.path") ?? ""));
	return rules
		.map((rule) => data.text(rule, "values.permalink"))
		.findLast((own) => own !== undefined);
}
