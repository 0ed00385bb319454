import type { Article, BreadcrumbList, Graph, WebSite, WithContext } from "schema-dts";
import { canonicalUrl, type HeadSite } from "../../shared/page/head.ts";
import type { Page } from "../content/pages/page.ts";

export interface StructuredPage {
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
export function structuredData(sources: StructuredPage): Graph | WithContext<WebSite> | undefined {
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

function instant(ms: number): string {
	return new Date(ms).toISOString();
}
