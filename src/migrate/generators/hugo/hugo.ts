import { posix } from "node:path";
import { translatedName } from "../../../server/content/i18n.ts";
import type { Recognition, SourcePage } from "../../adoption.ts";
import { ownAddress, stemOf, withLast } from "../../page-address.ts";
import * as data from "../../source/data.ts";
import type { SourceFolder } from "../../source/source-folder.ts";
import { findHugoConfig, readLanguages } from "./config.ts";
import { hugoRules } from "./hugo-rules.ts";
import { readMenu } from "./menu.ts";

/** @see https://gohugo.io/configuration/ */
export function recognizeHugo(folder: SourceFolder): Recognition | undefined {
	const found = findHugoConfig(folder);
	if (found === undefined) return undefined;
	const { file, base, config } = found;
	const { main, isMainInFolder, locales = [], content } = readLanguages(folder, base, config);
	const language = data.map(data.map(config, "languages")[main]);
	const [place] = content;
	return {
		generator: "Hugo",
		evidence: file,
		settings: {
			name: data.text(language, "title") ?? data.text(config, "title"),
			description:
				data.text(language, "params.description") ?? data.text(config, "params.description"),
			url: data.text(config, "baseURL")?.replace(/\/$/, ""),
			locale: data.text(config, "languageCode"),
			locales: locales.length === 0 ? undefined : locales,
			...readMenu(folder, place?.folder ?? "", { ...config, ...language }),
			content: content.length === 1 && place !== undefined ? place.folder : content,
			publicFolder: posix.join(base, "static"),
			anchors: "hugo",
		},
		rules: hugoRules(folder, { file, base, config, content: content.map((one) => one.folder) }),
		addressOf: (page) => {
			const translated = translatedName(page.below, locales);
			const own = addressOf({ ...page, name: translated }, config);
			const isMain = page.at === "" && translated === page.below;
			const prefix = page.at === "" && isMainInFolder && isMain ? main : page.at;
			return posix.join("/", prefix, own);
		},
	};
}

/** @returns The address relative to that of the language. */
function addressOf(page: SourcePage, config: data.DataMap): string {
	const own = ownAddress(page, "url");
	if (own !== undefined) return own.startsWith("/") ? own : `/${own}`;
	const stem = stemOf(page.name);
	const section = page.name.includes("/") ? page.name.slice(0, page.name.indexOf("/")) : "";
	const isFolder = /(?:^|\/)_index\.[^/]*$/.test(page.name);
	const rules = data.map(config, "permalinks");
	const rule =
		data.text(rules[isFolder ? "section" : "page"], section) ?? data.text(rules[section]);
	const slug = ownAddress(page, "slug");
	const named = slug === undefined || stem === "/" ? stem : withLast(stem, slug);
	const address =
		rule === undefined || isFolder ? urlize(named) : urlize(expand(rule, page, section));
	const ugly = config["uglyURLs"];
	const isUgly = ugly === true || data.at(ugly, section) === true;
	return isUgly && !isFolder && stem !== "/" ? `${address.replace(/\/$/, "")}.html` : address;
}

/** @see https://gohugo.io/configuration/permalinks/ */
function expand(rule: string, page: SourcePage, section: string): string {
	const { date } = page.frontMatter;
	const day = date instanceof Date ? date.toISOString() : String(date ?? "");
	const [, year = "", month = "", dayOfMonth = ""] = /^(\d{4})-(\d\d)-(\d\d)/.exec(day) ?? [];
	const file = stemOf(page.name).split("/").at(-1) ?? "";
	const title = ownAddress(page, "title") ?? file;
	const slug = ownAddress(page, "slug");
	const values: Readonly<Record<string, string>> = {
		year,
		month,
		day: dayOfMonth,
		section,
		title,
		sections: posix.dirname(page.name),
		slug: slug ?? title,
		filename: file,
		contentbasename: file,
		slugorfilename: slug ?? file,
		slugorcontentbasename: slug ?? file,
	};
	return rule.replace(/:(\w+)/g, (_all, name: string) => values[name] ?? "");
}

/** Converts a path like Hugo: to lower case, and without signs that URLs would escape. */
function urlize(path: string): string {
	return path
		.toLowerCase()
		.replaceAll(" ", "-")
		.replace(/[^\p{L}\p{M}\p{N}./\\_#+~@%-]/gu, "")
		.replace(/-{2,}/g, "-");
}
