import { posix } from "node:path";
import type { NavigationEntry } from "../../platform/settings/content-settings.ts";
import { isRecord } from "../../shared/is-record.ts";
import { titleOfPath } from "../../shared/page/title-of-path.ts";
import { adoptedLocales, localeFolders } from "../adopted-locales.ts";
import type { HidingRule, Recognition, SourcePage } from "../adoption.ts";
import {
	DRAFTS,
	ignoredBy,
	matches,
	matchingRule,
	unreadable,
	unreadConfig,
} from "../hiding-rules.ts";
import { folderEntries } from "../navigation-entries.ts";
import { stemOf, trimSlashes, withoutPrefixes } from "../page-address.ts";
import * as data from "../source/data.ts";
import { DOCUMENTATION_FOLDERS, findConfig, readData, scriptNames } from "../source/read-data.ts";
import type { SourceFolder } from "../source/source-folder.ts";

const NUMBERED = /^\d+\.\D/;

/** Returns languages of the module `i18n`; addresses of the main language have no folder. */
function localesOf({ i18n }: data.DataMap) {
	const { locales, defaultLocale } = data.map(i18n);
	const listed = data.list(locales).map((entry) => ({
		code: data.text(entry) ?? String(data.at(entry, "code")),
		label: data.at(entry, "name"),
	}));
	const main = listed.find(({ code }) => code === defaultLocale);
	return main && adoptedLocales([main, ...listed.filter((locale) => locale !== main)]);
}

/** Docus and Nuxt Content have little configuration: numbered names such as `1.start` identify them. */
export function recognizeNuxtContent(folder: SourceFolder): Recognition | undefined {
	const collections = findConfig(folder, scriptNames("content.config"), (path) =>
		folder.isFolder(posix.join(posix.dirname(path), "content")),
	);
	const numbered = DOCUMENTATION_FOLDERS.flatMap((place) => [
		`${place}content/en`,
		`${place}content`,
		place.replace(/\/$/, ""),
	]).find((place) => folder.names(place).filter((name) => NUMBERED.test(name)).length >= 2);
	const content = numbered ?? (collections && posix.join(collections.base, "content"));
	if (content === undefined) return undefined;
	const prefixes = prefixesOf(collections?.config ?? {});
	const base = posix.dirname(content).replace(/\/?content$/, "") || ".";
	const nuxt = folder.find(
		["nuxt.config.ts", "nuxt.config.js"].map((name) => posix.join(base, name)),
	);
	const app = folder.find([`${base}/app.config.ts`, `${base}/app/app.config.ts`]);
	const config = nuxt === undefined ? {} : readData(folder, nuxt);
	const appConfig = app === undefined ? {} : readData(folder, app);
	const locales = localesOf(config);
	const parent = content.replace(/\/?[\w-]+$/, "");
	const isWhole = locales === undefined || !content.endsWith(`/${locales[0]?.code}`);
	return {
		generator: "Nuxt Content",
		evidence: nuxt ?? content,
		settings: {
			name: data.text(config, "site.name") ?? data.text(appConfig, "seo.siteName", "docus.title"),
			description: data.text(config, "site.description") ?? data.text(appConfig, "seo.description"),
			url: data.text(config, "site.url") ?? data.text(appConfig, "docus.url"),
			primary: data.text(appConfig, "ui.colors.primary"),
			content: isWhole
				? content
				: localeFolders(parent, locales).filter(({ folder: path }) => folder.isFolder(path)),
			locales: isWhole ? undefined : locales,
			publicFolder: posix.join(base, "public"),
			anchors: "nuxt",
			// Without numbers, the folders are collections, each with its own sidebar.
			navigation:
				numbered === undefined
					? headerOf(folder, base, { content, prefixes })
					: folderEntries(folder, content, "").map((entry) =>
							entry.pages === undefined && entry.title === undefined
								? entry
								: { ...entry, section: "continued" as const },
						),
			navigationOrder: "name",
		},
		rules: rulesOf(folder, {
			configFile: collections?.file,
			collections: collections?.config ?? {},
			nuxt: config,
			root: collections === undefined ? undefined : posix.join(collections.base, "content"),
		}),
		addressOf: ({ name }) => {
			const found = prefixes.find(({ folder: path }) => name.startsWith(`${path}/`));
			const moved =
				found === undefined ? name : posix.join(found.prefix, name.slice(found.folder.length));
			return stemOf(withoutPrefixes(moved.replace(/^\//, ""), /^\d+\.(?=\D)/)).toLowerCase();
		},
	};
}

/** @see https://content.nuxt.com/docs/collections/sources */
function rulesOf(
	folder: SourceFolder,
	{
		configFile,
		collections,
		nuxt,
		root,
	}: {
		readonly configFile: string | undefined;
		readonly collections: data.DataMap;
		readonly nuxt: data.DataMap;
		readonly root: string | undefined;
	},
): readonly HidingRule[] {
	const all = Object.values(data.map(collections, "collections"));
	const sources = all
		.filter((one) => data.text(one, "type") !== "data")
		.flatMap((one) => [data.at(one, "source")].flat())
		.map((source) => (typeof source === "string" ? { include: source } : source));
	const isRead =
		all.length > 0 &&
		sources.every(
			(source) =>
				isRecord(source) && !["include", "exclude"].some((key) => data.isUnreadable(source, key)),
		);
	const ignored = [...data.texts(nuxt, "content.ignores"), ...data.texts(nuxt, "ignore")];
	return [
		...unreadConfig(folder, configFile, { config: collections, keys: /\bsource\b/ }),
		...(root === undefined || isRead ? [] : [unreadable(`"source" in ${configFile}`)]),
		...(root === undefined || !isRead
			? []
			: [
					{
						name: '"source" of every collection of pages',
						hides: ({ file }: SourcePage) =>
							!sources.some((source) =>
								matches(posix.relative(root, file), [
									...data.texts(source, "include"),
									...data.texts(source, "exclude").map((pattern) => `!${pattern}`),
								]),
							),
						isByPath: true,
					},
				]),
		...ignored.map((pattern) =>
			matchingRule('"content.ignores"', pattern, ({ below }) => `/${below}`),
		),
		...ignoredBy({
			options: { text: folder.read(".nuxtignore")?.replace(/^content\//gm, "") },
			key: "text",
			name: ".nuxtignore",
		}),
		{
			name: "files that start with a hyphen",
			hides: ({ below }) => root === undefined && /(?:^|\/)-/.test(below),
			isByPath: true,
		},
		{ name: "drafts by name", hides: ({ below }) => /\.draft\.\w+$/.test(below), isByPath: true },
		DRAFTS,
	];
}

/**
 * Reads the links in the components of the header. A link into a folder becomes a section; folders
 * without a link are not in the header.
 */
function headerOf(
	folder: SourceFolder,
	base: string,
	{ content, prefixes }: { content: string; prefixes: ReturnType<typeof prefixesOf> },
): readonly NavigationEntry[] | undefined {
	const files = ["components", "app/components"].flatMap((name) =>
		folder.files(posix.join(base, name), /Header[^/]*\.vue$/),
	);
	const texts = files.map((file) => folder.read(file) ?? "");
	const links = texts.flatMap((text) => [...text.matchAll(HEADER_LINK)]);
	const folders = folder
		.names(content)
		.filter((name) => folder.isFolder(`${content}/${name}`))
		.filter((name) => folder.pages(`${content}/${name}`).length > 0);
	const placeOf = (name: string): string =>
		trimSlashes(prefixes.find((one) => one.folder === name)?.prefix ?? name);
	const entries = links.map(([, title = "", url = ""]): NavigationEntry => {
		const name = folders.find((one) => [one, placeOf(one)].includes(url.split("/")[1] ?? ""));
		return { title, section: true, ...(name === undefined ? { url } : { folder: placeOf(name) }) };
	});
	const others = folders.filter((name) => entries.every((entry) => entry.folder !== placeOf(name)));
	if (others.length === folders.length) return undefined;
	return [
		...entries,
		...others.map((name) => ({
			title: titleOfPath(name),
			section: "hidden" as const,
			folder: placeOf(name),
		})),
	];
}

const HEADER_LINK =
	/label:\s{0,5}'([^'\n]{1,60})'[^{}]{0,300}?\bto:\s{0,5}'((?:\/|https?:)[^'\s]*)'/g;

/** Returns the folders of collections that have another address. */
function prefixesOf({ collections }: data.DataMap) {
	return Object.values(data.map(collections)).flatMap((collection) =>
		[data.at(collection, "source")].flat().flatMap((source) => {
			const [include, prefix] = [data.text(source, "include"), data.at(source, "prefix")];
			const [, path] = /^([^*{]+)\/\*/.exec(include ?? "") ?? [];
			return path === undefined || typeof prefix !== "string" ? [] : [{ folder: path, prefix }];
		}),
	);
}
