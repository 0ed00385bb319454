import { posix } from "node:path";
import type { NavigationEntry } from "../../platform/settings/content-settings.ts";
import { adoptedLocales, localeFolders } from "../adopted-locales.ts";
import type { HidingRule, Recognition } from "../adoption.ts";
import { brandColor } from "../brand-color.ts";
import { DRAFTS, hidingCode, includedBy, unreadConfig } from "../hiding-rules.ts";
import { isExternal, ownAddress, slugPath, stemOf, trimSlashes } from "../page-address.ts";
import { editLinkFrom, pairOf } from "../served-settings.ts";
import * as data from "../source/data.ts";
import { findConfig, readExports, scriptNames, siteUrl } from "../source/read-data.ts";
import type { SourceFolder } from "../source/source-folder.ts";

/** @see https://starlight.astro.build/reference/configuration/ */
export function recognizeStarlight(folder: SourceFolder): Recognition | undefined {
	const found = findConfig(folder, scriptNames("astro.config"), (path) =>
		folder.isFolder(posix.join(posix.dirname(path), "src/content/docs")),
	);
	if (found === undefined) return undefined;
	const { file, base, config } = found;
	const starlight = data.map(
		data
			.list(config, "integrations")
			.find(
				(one) => data.map(one)["title"] !== undefined || data.map(one)["sidebar"] !== undefined,
			),
	);
	const content = posix.join(base, "src/content/docs");
	const locales = localesOf(starlight);
	const [main, ...further] = locales ?? [];
	// Without its own folder, the main language is at the root.
	const isWhole = locales === undefined || data.at(starlight, "locales.root") !== undefined;
	const pages = isWhole ? [{ folder: content }] : localeFolders(content, locales);
	const hasTabs = data
		.list(starlight, "plugins")
		.some((one) => data.at(one, "multiSidebar") !== undefined);
	// Relative links to assets resolve to `/assets`, because no link leads above the root.
	const assets = posix.join(base, "src/assets");
	const inBase = (path: string | undefined): string | undefined => path && posix.join(base, path);
	const edit = data.text(starlight, "editLink.baseUrl");
	return {
		generator: "Starlight",
		evidence: file,
		settings: {
			name:
				data.text(starlight, "title") ?? data.text(Object.values(data.map(starlight, "title"))[0]),
			description: data.text(starlight, "description"),
			url: siteUrl(config["site"], config["base"]),
			locale: data.text(starlight, "locales.root.lang", "defaultLocale"),
			locales,
			primary:
				brandColor(folder, {
					files: data.texts(starlight, "customCss").map((path) => posix.join(base, path)),
					property: "--sl-color-accent",
					otherMode: { name: "light", selector: /light/ },
				}) ?? "indigo",
			isNameShown: data.at(starlight, "logo.replacesTitle") !== true,
			logo: pairOf(
				inBase(data.text(starlight, "logo.src", "logo.light")),
				inBase(data.text(starlight, "logo.dark")),
			),
			favicon: data.text(starlight, "favicon"),
			editLink: editLinkFrom(edit && `${edit.replace(/\/?$/, "/")}{file}`, base),
			repository: repositoryOf(starlight),
			content: folder.isFolder(assets)
				? [...pages, { folder: assets, at: "/assets" }]
				: isWhole
					? content
					: pages,
			publicFolder: posix.join(base, "public"),
			navigation: Array.isArray(starlight["sidebar"])
				? starlight["sidebar"]
						.flatMap(entryOf)
						.map((entry) => (hasTabs ? { ...entry, section: true } : entry))
				: [{ folder: "" }],
			navigationOrder: "first-page",
			redirects: redirectsOf(data.map(config, "redirects")),
		},
		rules: rulesOf(folder, { file, base, config, content }),
		addressOf: (page) => {
			const slug = ownAddress(page, "slug");
			const address = slug === undefined ? slugPath(stemOf(page.name)) : `/${trimSlashes(slug)}`;
			const isMain = !further.some(({ code }) => page.name.startsWith(`${code}/`));
			return isWhole || !isMain || slug !== undefined
				? address
				: `/${main?.code}${address}`.replace(/\/$/, "");
		},
	};
}

/** @see https://starlight.astro.build/reference/frontmatter/#draft */
function rulesOf(
	folder: SourceFolder,
	{
		file,
		base,
		config,
		content,
	}: {
		readonly file: string;
		readonly base: string;
		readonly config: data.DataMap;
		readonly content: string;
	},
): readonly HidingRule[] {
	const names = ["src/content.config", "src/content/config"].flatMap(scriptNames);
	const collections = folder.find(names.map((name) => posix.join(base, name)));
	const docs = data.map(
		collections === undefined ? {} : readExports(folder, collections)["collections"],
	)["docs"];
	const loader = data.at(docs, "loader");
	return [
		...unreadConfig(folder, file, { config, keys: /\bexclude\b/ }),
		...hidingCode(
			folder,
			collections === undefined ? [] : [collections],
			/\bloader:(?!\s*(?:docsLoader|glob|file|i18nLoader)\b)/,
		),
		...includedBy({
			options: loader,
			key: "pattern",
			base: posix.join(base, data.text(loader, "base") ?? posix.relative(base, content)),
		}),
		{ name: "the error page", hides: ({ below }) => /^404\.mdx?$/i.test(below) },
		DRAFTS,
	];
}

/** Returns the languages; further languages have translated titles of groups in `words`. */
function localesOf({ locales, sidebar, defaultLocale }: data.DataMap) {
	const main = data.text(defaultLocale) ?? "root";
	const { [main]: root, ...others } = data.map(locales);
	if (root === undefined) return undefined;
	const further = Object.entries(others).map(([code, value]) => {
		const names = [data.text(value, "lang") ?? code, code].map((name) => name.toLowerCase());
		const words = translationsOf(data.list(sidebar), names);
		return { code, label: data.at(value, "label"), words };
	});
	const code = main === "root" ? (data.text(root, "lang") ?? "en") : main;
	return adoptedLocales([{ code, label: data.at(root, "label") }, ...further]);
}

function translationsOf(
	items: readonly unknown[],
	languages: readonly string[],
): readonly (readonly [string, string])[] {
	return items.flatMap((item) => {
		const { label, translations } = data.map(item);
		const own = Object.entries(data.map(translations)).find(([code]) =>
			languages.includes(code.toLowerCase()),
		)?.[1];
		const title = data.text(label);
		const below = translationsOf(data.list(item, "items"), languages);
		return title === undefined || typeof own !== "string"
			? below
			: [[title, own] as const, ...below];
	});
}

/** Reads `social`: a list, or a map in older versions. */
function repositoryOf({ social }: data.DataMap): string | undefined {
	const listed = data.list(social).map((link) => data.text(link, "href"));
	return [...listed, data.text(social, "github")].find((url) => url?.includes("git"));
}

function redirectsOf(redirects: data.DataMap) {
	return Object.entries(redirects).flatMap(([from, to]) => {
		const target = data.text(to) ?? data.text(to, "destination");
		const path = posix.join("/", from);
		return target === undefined || from.includes("[") ? [] : [[path, target] as const];
	});
}

function entryOf(item: unknown): readonly NavigationEntry[] {
	if (typeof item === "string") return [{ page: trimSlashes(item) || "index" }];
	const { label, link, slug, items, autogenerate, collapsed } = data.map(item);
	const title = data.text(label);
	const named = title === undefined ? {} : { title };
	const page = data.text(slug) ?? data.text(link);
	if (page !== undefined) {
		if (isExternal(page)) return [{ ...named, url: page }];
		return [{ ...named, page: trimSlashes(page).replace(/[?#].*$/, "") || "index" }];
	}
	const isCollapsed = collapsed === true ? { collapsed: true } : {};
	const directory = data.text(autogenerate, "directory");
	if (directory !== undefined) return [{ ...named, folder: directory, ...isCollapsed }];
	const pages = data.list(items).flatMap(entryOf);
	return pages.length === 0 ? [] : [{ ...named, pages, ...isCollapsed }];
}
