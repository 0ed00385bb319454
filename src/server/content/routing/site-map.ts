import { foldPath } from "../../../shared/routing/route-pattern.ts";
import { belowBasePath, readPath, tidyPath } from "../../../shared/routing/routes.ts";
import { PAGE_EXTENSION, parsePageName } from "../page-path.ts";
import { SITE_CONFIG_FILE } from "../parse-site-config.ts";
import type { Problem } from "../problem.ts";
import type { SiteConfig } from "../site-config.ts";
import { type Editions, editionOf, pathInEdition, untranslatedPath } from "../versions.ts";
import type { PlacedPage } from "./place-pages.ts";
import type { Spellings } from "./spellings.ts";

export interface PageTarget {
	readonly kind: "page";
	readonly path: string;
	/** Relative to the site folder. */
	readonly file: string;
	readonly anchors: ReadonlySet<string>;
	/** Whether it answers with an error, because it names middleware that does not exist. */
	readonly isFailing: boolean;
	/** Whether it only redirects. */
	readonly isRedirect: boolean;
}

/** The page or the file of an address. */
export type Target = PageTarget | { readonly kind: "file"; readonly path: string };

interface SiteMapContent {
	readonly basePath: string;
	readonly editions: Editions;
	readonly pages: readonly PlacedPage[];
	readonly foldedPaths: Spellings;
	/** Spellings of files, exact and folded → decoded path. */
	readonly files: ReadonlyMap<string, string>;
	/** Whether a page of the app answers at a decoded path. */
	readonly isAppPath: (path: string) => boolean;
	/** Whether a route rule redirects a decoded path. */
	readonly isRuleRedirect: (path: string) => boolean;
	/** Names that pages may list in `middleware`. */
	readonly middleware: ReadonlySet<string>;
}

/** Finds all possible targets of links, in the spellings of authors. */
export class SiteMap {
	readonly basePath: string;
	readonly #content: SiteMapContent;
	readonly #targets: ReadonlyMap<string, PageTarget>;
	#paths: ReadonlyMap<string, readonly string[]> | undefined;
	#files: ReadonlyMap<string, readonly PlacedPage[]> | undefined;
	/** Cache of look-ups, also of failed ones: many pages have the same links. */
	readonly #found = new Map<string, Target | undefined>();

	constructor(content: SiteMapContent) {
		this.basePath = content.basePath;
		this.#content = content;
		this.#targets = new Map(content.pages.map((page) => [page.path, this.#targetOf(page)]));
	}

	/** Whether something else answers at a decoded path: a redirect, or a page of the app. */
	isAnswered(path: string): boolean {
		return this.#content.isAppPath(path) || this.#content.isRuleRedirect(path);
	}

	/** Whether a link of `site.yaml` has a target. @param url URL of a path of the site, without base path. */
	leadsSomewhere(url: string): boolean {
		const reading = readPath(url.replace(/[?#].*$/s, ""));
		if (!("path" in reading)) return false;
		return this.find(reading.path) !== undefined || this.isAnswered(reading.path);
	}

	/** Whether a page only redirects, by its front matter or a route rule. */
	isRedirect({ path, parsed }: PlacedPage): boolean {
		return parsed.frontMatter.redirect !== undefined || this.#content.isRuleRedirect(path);
	}

	#targetOf(page: PlacedPage): PageTarget {
		const { file, body, frontMatter } = page.parsed;
		const isFailing = frontMatter.middleware.some((name) => !this.#content.middleware.has(name));
		const isRedirect = this.isRedirect(page);
		return { kind: "page", path: page.path, file, anchors: body.anchors, isFailing, isRedirect };
	}

	/** @param path Absolute and decoded, with or without extension, order prefixes and final slash. */
	find(path: string): Target | undefined {
		return this.#found.getOrInsertComputed(path, () => this.#find(path));
	}

	#find(path: string): Target | undefined {
		const tidy = tidyPath(path);
		const page =
			this.#findPage(tidy) ??
			this.#findPage(pagePathOf(tidy)) ??
			this.#findPage(parsePageName(tidy.slice(1), { numbers: "any", depth: 0 }).path);
		if (page !== undefined) return page;
		const file = this.#content.files.get(tidy) ?? this.#content.files.get(foldPath(tidy));
		return file === undefined ? this.#findUntranslated(tidy) : { kind: "file", path: file };
	}

	/**
	 * Finds the target of a link in the language of its page: in `a.de.md`, the link `b.md` means the German
	 * page, or the German path at which the main page is shown.
	 */
	findTranslation(target: PageTarget, { path, name }: PlacedPage): Target {
		const editions = this.#content.editions;
		if (editions.locales.length === 0) return target;
		const own = editionOf(path, editions);
		const isSuffixed = editionOf(`/${name}`, editions).locale !== own.locale;
		const there = editionOf(target.path, editions);
		if (!isSuffixed || there.locale === own.locale) return target;
		return this.find(pathInEdition(editions, { ...there, locale: own.locale })) ?? target;
	}

	/** Finds the page of the main language that is shown at the path of a missing translation. */
	#findUntranslated(path: string): Target | undefined {
		const editions = this.#content.editions;
		const original = untranslatedPath(path, editions);
		if (original === undefined) return undefined;
		const target = this.#findPage(original) ?? this.#findPage(pagePathOf(original));
		if (target?.kind !== "page") return undefined;
		const { rest } = editionOf(target.path, editions);
		return { ...target, path: pathInEdition(editions, { ...editionOf(path, editions), rest }) };
	}

	/**
	 * Finds the target of a wiki link, in any folder.
	 *
	 * @param name Decoded: the end of a path, with or without the extension of a page.
	 * @param near The file of the page with the link: of files with one name, the nearest is meant.
	 * @returns The shortest decoded path with this end, or that of a file with this name.
	 */
	findByName(name: string, near = ""): string | undefined {
		this.#paths ??= pathsByName(this.#content.pages, this.#content.files);
		const wanted = foldPath(`/${name.replace(/^\//, "").replace(PAGE_EXTENSION, "")}`);
		const last = wanted.slice(wanted.lastIndexOf("/") + 1);
		return (
			this.#paths.get(last)?.find((path) => foldPath(path).endsWith(wanted)) ??
			this.#findByFile(wanted.replaceAll(" ", "-"), near)
		);
	}

	/** Finds a page whose path differs from its file, such as by a permalink or by hyphens of a wiki. */
	#findByFile(wanted: string, near: string): string | undefined {
		this.#files ??= Map.groupBy(this.#content.pages, ({ name }) => lastPart(fileSpelling(name)));
		const pages = this.#files.get(lastPart(wanted)) ?? [];
		const found = pages.filter(({ name }) => fileSpelling(name).endsWith(wanted));
		const [best] = found.toSorted(
			(one, other) =>
				sharedLength(other.name, near) - sharedLength(one.name, near) ||
				one.path.length - other.path.length,
		);
		return best?.path;
	}

	#findPage(spelling: string): Target | undefined {
		const path = this.#targets.has(spelling)
			? spelling
			: this.#content.foldedPaths.get(foldPath(spelling));
		return path === undefined ? undefined : this.#targets.get(path);
	}
}

/** The paths of pages and files by the last part of their name, shorter ones first. */
function pathsByName(
	pages: readonly PlacedPage[],
	files: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly string[]> {
	const all = [...pages.map((page) => page.path), ...new Set(files.values())];
	const paths = Map.groupBy(all, (path) => foldPath(path.slice(path.lastIndexOf("/") + 1)));
	for (const known of paths.values()) known.sort((one, other) => one.length - other.length);
	return paths;
}

function fileSpelling(name: string): string {
	return foldPath(`/${name.replace(PAGE_EXTENSION, "")}`).replaceAll(" ", "-");
}

function lastPart(path: string): string {
	return path.slice(path.lastIndexOf("/") + 1);
}

/** @returns The number of folders that two files share, from the root. */
function sharedLength(one: string, other: string): number {
	const parts = other.split("/");
	const differing = one.split("/").findIndex((part, index) => part !== parts[index]);
	return differing === -1 ? parts.length : differing;
}

/** The path of a page file with this name, even if no such file exists. */
export function pagePathOf(path: string): string {
	return parsePageName(path.slice(1)).path;
}

/** Reports links around every page that have no target in the site. */
export function checkLinks(
	{ look: { frame: look }, public: { social, basePath } }: SiteConfig,
	siteMap: SiteMap,
): Problem[] {
	const links = {
		"header.links": look.headerLinks.flatMap((link) => ("links" in link ? link.links : [link])),
		"footer.columns": look.footer.columns.flatMap((column) => column.links),
		"social.links": social,
		banner: look.banner?.url === undefined ? [] : [{ url: look.banner.url }],
	};
	return Object.entries(links).flatMap(([key, entries]) =>
		entries
			.map(({ url }) => belowBasePath(basePath, url) ?? url)
			.filter((path) => path.startsWith("/") && !siteMap.leadsSomewhere(path))
			.map((path) => ({
				file: SITE_CONFIG_FILE,
				message: `Link "${path}" of "${key}" leads to no page and no file`,
			})),
	);
}
