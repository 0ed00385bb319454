import { posix } from "node:path";
import { DOCUMENTATION_FOLDERS, type Recognition, type SourcePage } from "../adoption.ts";
import { ownAddress } from "../page-address.ts";
import {
	asList,
	asMap,
	asText,
	type DataMap,
	dig,
	readData,
	siteUrl,
} from "../source/read-data.ts";
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
	const file = folder.find(DOCUMENTATION_FOLDERS.map((place) => `${place}_config.yml`));
	if (file === undefined) return undefined;
	const config = readData(folder, file);
	const base = posix.dirname(file);
	const source = posix.join(base, asText(config["source"]) ?? "");
	const prefix = source === "." ? "" : `${source}/`;
	const collections = collectionsOf(folder, config, prefix);
	const excluded = asList(config["exclude"]).flatMap((name) => {
		const pattern = asText(name)?.replace(/\/$/, "");
		return pattern === undefined ? [] : [`${prefix}${pattern}`, `${prefix}${pattern}/**`];
	});
	return {
		generator: "Jekyll",
		evidence: file,
		settings: {
			name: asText(config["title"]) ?? asText(config["name"]),
			description: asText(config["description"]),
			url: siteUrl(config["url"], config["baseurl"], ""),
			locale: asText(config["lang"]),
			logo: asText(config["logo"]),
			content: [
				...collections.map(({ folder: path, at }) => ({ folder: path, at })),
				{ folder: source === "." ? "." : source },
			],
			exclude: [...OWN_FOLDERS.map((name) => `${prefix}${name}/**`), ...excluded],
			repository: repositoryOf(config),
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
	config: DataMap,
	prefix: string,
): readonly Collection[] {
	const style = asText(config["permalink"]) ?? "date";
	const posts: Collection = {
		name: "posts",
		folder: `${prefix}_posts`,
		at: "/_posts",
		permalink: STYLES[style] ?? style,
	};
	const declared = Object.entries(asMap(config["collections"])).map(([name, options]) => ({
		name,
		folder: `${prefix}_${name}`,
		at: `/${name}`,
		permalink:
			asText(dig(options, "permalink")) ?? `/${name}/:path${style === "pretty" ? "/" : ".html"}`,
	}));
	const all = declared.some(({ name }) => name === "posts") ? declared : [posts, ...declared];
	return all.filter((collection) => folder.pages(collection.folder).length > 0);
}

function repositoryOf({ repository }: DataMap): string | undefined {
	const name = asText(repository);
	return name === undefined ? undefined : `https://github.com/${name}`;
}

/** @returns `undefined` without front matter: Jekyll copies such files unchanged. */
function addressOf(
	page: SourcePage,
	config: DataMap,
	collections: readonly Collection[],
): string | undefined {
	if (Object.keys(page.frontMatter).length === 0) return undefined;
	const own = ownAddress(page, ["permalink"]) ?? defaultPermalink(page, config);
	const collection = collections.find(({ at }) => `/${page.name}`.startsWith(`${at}/`));
	const stem = page.name.replace(/\.mdx?$/, "");
	if (own !== undefined && !own.includes(":")) return own;
	if (collection === undefined) {
		const path = `/${stem}`.replace(/\/index$/, "/");
		return path.endsWith("/") || asText(config["permalink"]) === "pretty" ? path : `${path}.html`;
	}
	const below = `/${stem}`.slice(collection.at.length + 1);
	const [, year = "", month = "", day = "", title = ""] =
		/^(?:.*\/)?(\d+)-(\d+)-(\d+)-(.+)$/.exec(below) ?? [];
	const date = String(page.frontMatter["date"] ?? "")
		.slice(0, 10)
		.split("-");
	const values: Readonly<Record<string, string>> = {
		path: below,
		name: below.split("/").at(-1) ?? "",
		title: asText(page.frontMatter["slug"]) ?? (title || (below.split("/").at(-1) ?? "")),
		slug: asText(page.frontMatter["slug"]) ?? title,
		collection: collection.name,
		categories: categoriesOf(page.frontMatter).join("/"),
		year: date.length === 3 ? (date[0] ?? year) : year,
		month: date.length === 3 ? (date[1] ?? month) : month,
		day: date.length === 3 ? (date[2] ?? day) : day,
		output_ext: ".html",
	};
	return (own ?? collection.permalink)
		.replace(/:(\w+)/g, (_all, name: string) => values[name] ?? "")
		.replace(/\/{2,}/g, "/");
}

function categoriesOf({ categories, category }: DataMap): readonly string[] {
	const value = categories ?? category;
	return (Array.isArray(value) ? value.map(String) : (asText(value)?.split(/\s+/) ?? [])).map(
		(name) => name.toLowerCase(),
	);
}

function defaultPermalink(page: SourcePage, { defaults }: DataMap): string | undefined {
	const rule = asList(defaults).findLast((entry) => {
		const path = asText(dig(entry, "scope", "path"));
		return (
			asText(dig(entry, "values", "permalink")) !== undefined &&
			(path === undefined || page.name.startsWith(path))
		);
	});
	return asText(dig(rule, "values", "permalink"));
}
