import { escapeText } from "../../shared/document/html.ts";
import { canonicalUrl, type HeadSite } from "../../shared/page/head.ts";
import type { RouteMatcher } from "../../shared/routing/route-matcher.ts";
import { encodePath, urlPath } from "../../shared/routing/routes.ts";
import type { Page } from "../content/pages/page.ts";
import type { Revision } from "../content/revision.ts";
import type { TreeNode } from "../content/site-tree/page-tree.ts";
import type { PageGuards } from "./page-guards.ts";

/** @see https://www.sitemaps.org/protocol.html#index: more URLs than this are several sitemaps. */
const URLS_PER_SITEMAP = 50_000;

const SITEMAP_ATTRIBUTES = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Pages that search engines and language models may be told of, by the top-level folder they are in. */
export interface DiscoverableSection {
	/** Empty for the pages that are in no folder. */
	readonly title: string;
	readonly pages: readonly Page[];
}

/**
 * Lists what machines may be told of: what every visitor may see, and nothing that its author keeps
 * out of listings or search engines, or that only leads elsewhere.
 */
export function discoverableSections(
	{ tree, routeRules, config }: Revision,
	guards: Pick<PageGuards, "isListed">,
): readonly DiscoverableSection[] {
	const { matcher } = routeRules;
	const { basePath } = config.public;
	const isOpen = (page: Page): boolean =>
		guards.isListed(page) && isIndexed(page) && !isRedirected(page.path, matcher, basePath);
	const { children, ...root } = tree.root;
	const [folders, single] = [
		children.filter((node) => node.children.length > 0),
		children.filter((node) => node.children.length === 0),
	];
	return [
		{ title: "", pages: pagesBelow({ ...root, children: single }).filter(isOpen) },
		...folders.map((folder) => ({
			title: folder.page?.title ?? folder.title,
			pages: pagesBelow(folder).filter(isOpen),
		})),
	].filter(({ pages }) => pages.length > 0);
}

/**
 * @param part From 1; absent for the sitemap itself, which is an index where there are too many pages.
 * @returns `undefined` where there is no such part, or no URL to build it from.
 */
export function renderSitemap(
	site: HeadSite,
	sections: readonly DiscoverableSection[],
	part?: number,
): string | undefined {
	if (site.url === undefined) return undefined;
	const urls = sections.flatMap(({ pages }) =>
		pages.map(({ path }) => canonicalUrl(site, path, "") ?? ""),
	);
	const parts = Math.ceil(urls.length / URLS_PER_SITEMAP);
	if (part === undefined && parts > 1) {
		const names = Array.from({ length: parts }, (_, index) => `/sitemap-${index + 1}.xml`);
		return xmlList(
			"sitemapindex",
			"sitemap",
			names.map((name) => `${site.url}${site.basePath}${name}`),
		);
	}
	if (part !== undefined && (parts <= 1 || part < 1 || part > parts)) return undefined;
	const first = ((part ?? 1) - 1) * URLS_PER_SITEMAP;
	return xmlList("urlset", "url", urls.slice(first, first + URLS_PER_SITEMAP));
}

/** Everything may be crawled: what is not public answers as if it did not exist. */
export function renderRobots({ url, basePath }: HeadSite): string {
	const sitemap = url === undefined ? "" : `\nSitemap: ${url}${basePath}/sitemap.xml\n`;
	return `User-agent: *\nAllow: /\n${sitemap}`;
}

/** @see https://llmstxt.org/ */
export function renderLlms(site: HeadSite, sections: readonly DiscoverableSection[]): string {
	const summary = site.description === undefined ? "" : `> ${oneLine(site.description)}\n\n`;
	const lists = sections.map(({ title, pages }) => {
		const lines = pages.map((page) => pageLine(site, page));
		return `## ${title === "" ? "Pages" : oneLine(title)}\n\n${lines.join("\n")}\n`;
	});
	return `# ${oneLine(site.name)}\n\n${summary}${lists.join("\n")}`;
}

function pageLine(site: HeadSite, { path, title, frontMatter }: Page): string {
	const name = oneLine(title === "" ? site.name : title).replace(/[[\]\\]/g, "\\$&");
	const url = canonicalUrl(site, path, "") ?? urlPath(site.basePath, path);
	const { description } = frontMatter;
	// A parenthesis would end the link.
	const target = url.replaceAll("(", "%28").replaceAll(")", "%29");
	return `- [${name}](${target})${description === undefined ? "" : `: ${oneLine(description)}`}`;
}

function pagesBelow({ page, children }: Pick<TreeNode, "page" | "children">): Page[] {
	return [...(page === undefined ? [] : [page]), ...children.flatMap(pagesBelow)];
}

export function isIndexed({ navigation, frontMatter: { redirect, robots = "" } }: Page): boolean {
	return navigation !== false && redirect === undefined && !/\b(?:noindex|none)\b/i.test(robots);
}

export function isRedirected(path: string, matcher: RouteMatcher, basePath: string): boolean {
	const location = { rawPath: encodePath(path), query: "", hash: "" };
	return matcher.redirectFor(location, basePath) !== undefined;
}

function oneLine(text: string): string {
	return text.replace(/\s+/g, " ").trim();
}

function xmlList(list: string, item: string, urls: readonly string[]): string {
	const items = urls.map((url) => `<${item}><loc>${escapeText(url)}</loc></${item}>\n`);
	return `<?xml version="1.0" encoding="UTF-8"?>\n<${list} ${SITEMAP_ATTRIBUTES}>\n${items.join("")}</${list}>\n`;
}
