import type { Article, BreadcrumbList, Graph, WebSite, WithContext } from "schema-dts";
import { escapeAttribute, scriptJson } from "../../shared/document/html.ts";
import { canonicalUrl, type HeadSite } from "../../shared/page/head.ts";
import type { ErrorPayload, PagePayload } from "../../shared/page/payload.ts";
import { urlPath } from "../../shared/routing/routes.ts";
import { type GuardedPages, listedAt } from "../authorization/page-guards.ts";
import { blogOf } from "../content/pages/list-posts.ts";
import type { Page } from "../content/pages/page.ts";
import type { Revision } from "../content/revision.ts";
import { editionOf, pathInEdition } from "../content/versions.ts";
import { isIndexed } from "./discoverable-sections.ts";
import { instant } from "./feed.ts";
import { feedPath } from "./machine-paths.ts";
import { markdownPath } from "./page-markdown.ts";
import type { Alternate } from "./sitemap.ts";

export interface MachineHeadSources extends GuardedPages {
	/** Result of `lastChangeOf()`. */
	readonly changeOf: (page: Page) => number | undefined;
}

/** Renders the head tags that only machines read. A navigation in the browser needs no such tags. */
export function machineHead(
	sources: MachineHeadSources,
	payload: PagePayload | ErrorPayload,
): string {
	if (payload.kind === "error" || payload.page.flag !== undefined) return "";
	const { revision, guards, changeOf } = sources;
	const page = listedAt(sources, payload.page.path);
	if (page === undefined) return "";
	const { public: site, editions } = revision.config;
	const data = structuredData({
		site,
		page,
		above: pagesAbove(page.path, revision.pages).filter(
			(one) => guards.isListed(one) && isIndexed(one),
		),
		language: editionOf(page.path, editions).locale?.code ?? site.locale,
		changedMs: changeOf(page),
	});
	const languages = alternatesOf(sources, page).map(({ language, path }) => {
		const url = escapeAttribute(canonicalUrl(site, path, "") ?? "");
		return `<link rel="alternate" hreflang="${escapeAttribute(language)}" href="${url}">`;
	});
	const lines = [...languages, alternate("text/markdown", markdownPath(page.path))];
	if (data !== undefined) {
		lines.push(
			alternate("application/atom+xml", feedPath(feedFolder(page, revision))),
			`<script type="application/ld+json">${scriptJson(data)}</script>`,
		);
	}
	return `${lines.join("\n")}\n`;

	function alternate(type: string, path: string): string {
		const url = escapeAttribute(urlPath(site.basePath, path));
		return `<link rel="alternate" type="${type}" href="${url}">`;
	}
}

/** Returns the page in every language that has it, for search engines; empty if only one language has it. */
export function alternatesOf(sources: GuardedPages, page: Page): readonly Alternate[] {
	const { editions } = sources.revision.config;
	const place = editionOf(page.path, editions);
	const written = editions.locales.flatMap((locale) => {
		const path = pathInEdition(editions, { ...place, locale });
		return listedAt(sources, path) === undefined ? [] : [{ language: locale.code, path }];
	});
	if (written.length < 2) return [];
	const [first] = editions.locales;
	const main = written.find(({ language }) => language === first?.code);
	return main === undefined ? written : [...written, { language: "x-default", path: main.path }];
}

/** @returns The folder of the page's blog, else the root of its language. */
function feedFolder(page: Page, { pages, config }: MachineHeadSources["revision"]): string {
	const blog = page.frontMatter.type === "blog" ? page : blogOf(pages, page.path);
	if (blog !== undefined) return blog.path;
	const { locale } = editionOf(page.path, config.editions);
	const version = config.editions.versions[0];
	return pathInEdition(config.editions, { locale, version, rest: "/" });
}

/** @returns The pages of all folders above a page, the outermost first. */
function pagesAbove(path: string, pages: Revision["pages"]): readonly Page[] {
	const above: Page[] = [];
	for (let folder = path; folder !== "/"; ) {
		folder = folder.slice(0, folder.lastIndexOf("/")) || "/";
		const page = pages.get(folder);
		if (page !== undefined) above.unshift(page);
	}
	return above;
}

interface StructuredPage {
	readonly site: HeadSite;
	readonly page: Page;
	/** The pages of the folders above it, the outermost first. */
	readonly above: readonly Page[];
	/** BCP 47. */
	readonly language: string;
	/** Milliseconds since the Unix epoch; absent when it is not known. */
	readonly changedMs: number | undefined;
}

/**
 * Describes a page and the pages above it in JSON-LD, for search engines.
 *
 * @returns `undefined` without the URL of the site, which every link needs.
 * @see https://developers.google.com/search/docs/appearance/structured-data/article
 */
function structuredData(sources: StructuredPage): Graph | WithContext<WebSite> | undefined {
	const { site, page, above, language, changedMs } = sources;
	const url = canonicalUrl(site, page.path, "");
	if (url === undefined) return undefined;
	if (page.path === "/") {
		return { "@context": CONTEXT, "@type": "WebSite", name: site.name, url, inLanguage: language };
	}
	const { description, publishAt, image } = page.frontMatter;
	const article: Article = {
		"@type": "Article",
		headline: page.title,
		...(description === undefined ? {} : { description }),
		url,
		inLanguage: language,
		...(image === undefined ? {} : { image: new URL(image, url).href }),
		...(publishAt === undefined ? {} : { datePublished: instant(publishAt) }),
		...(changedMs === undefined ? {} : { dateModified: instant(changedMs) }),
		publisher: { "@type": "Organization", name: site.name },
	};
	return { "@context": CONTEXT, "@graph": [article, breadcrumbs(site, [...above, page])] };
}

const CONTEXT = "https://schema.org";

function breadcrumbs(site: HeadSite, way: readonly Page[]): BreadcrumbList {
	return {
		"@type": "BreadcrumbList",
		itemListElement: way.map(({ path, title }, index) => ({
			"@type": "ListItem",
			position: index + 1,
			name: title === "" ? site.name : title,
			item: canonicalUrl(site, path, "") ?? "",
		})),
	};
}
