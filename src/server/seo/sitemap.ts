import type { SiteSettings } from "../../platform/settings/site-file-settings.ts";
import { AI_CRAWLERS } from "../../shared/ai-agents.ts";
import { escapeAttribute, escapeText } from "../../shared/document/html.ts";
import { canonicalUrl, type HeadSite } from "../../shared/page/head.ts";
import type { Page } from "../content/pages/page.ts";
import { type DiscoverableSection, lastChangeOf } from "./discoverable-sections.ts";
import { pageUrl } from "./page-markdown.ts";

/** @see https://www.sitemaps.org/protocol.html#index: more URLs need several sitemaps. */
const URLS_PER_SITEMAP = 50_000;

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const LINK_NAMESPACE = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"';

/** A page in another language. */
export interface Alternate {
	/** BCP 47, or `x-default`. */
	readonly language: string;
	readonly path: string;
}

interface SitemapContent {
	readonly site: HeadSite;
	readonly pages: readonly Page[];
	/** Returns an empty list if there is one language. */
	readonly alternatesOf: (page: Page) => readonly Alternate[];
}

/**
 * @param part From 1; absent for the sitemap itself, which is an index if there are too many pages.
 * @returns `undefined` without such a part, or without the URL of the site.
 */
export function renderSitemap(content: SitemapContent, part?: number): string | undefined {
	const { site, pages } = content;
	if (site.url === undefined) return undefined;
	const parts = Math.ceil(pages.length / URLS_PER_SITEMAP);
	if (part === undefined && parts > 1) return renderIndex(`${site.url}${site.basePath}`, parts);
	if (part !== undefined && (parts <= 1 || part < 1 || part > parts)) return undefined;
	const first = ((part ?? 1) - 1) * URLS_PER_SITEMAP;
	const changeOf = lastChangeOf(pages);
	const items = pages.slice(first, first + URLS_PER_SITEMAP).map((page) => {
		const links = content.alternatesOf(page).map((alternate) => renderLink(site, alternate));
		const changedMs = changeOf(page);
		const changed =
			changedMs === undefined ? "" : `<lastmod>${new Date(changedMs).toISOString()}</lastmod>`;
		const url = escapeText(canonicalUrl(site, page.path, "") ?? "");
		return `<url><loc>${url}</loc>${changed}${links.join("")}</url>\n`;
	});
	const isLinked = items.some((item) => item.includes("<xhtml:link"));
	const namespaces = isLinked ? `${NAMESPACE} ${LINK_NAMESPACE}` : NAMESPACE;
	return `${DECLARATION}<urlset ${namespaces}>\n${items.join("")}</urlset>\n`;
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

function renderIndex(root: string, parts: number): string {
	const items = Array.from(
		{ length: parts },
		(_, index) =>
			`<sitemap><loc>${escapeText(`${root}/sitemap-${index + 1}.xml`)}</loc></sitemap>\n`,
	);
	return `${DECLARATION}<sitemapindex ${NAMESPACE}>\n${items.join("")}</sitemapindex>\n`;
}

function renderLink(site: HeadSite, { language, path }: Alternate): string {
	const url = canonicalUrl(site, path, "") ?? "";
	return `<xhtml:link rel="alternate" hreflang="${escapeAttribute(language)}" href="${escapeAttribute(url)}"/>`;
}

/** Hidden pages need no line here: they answer like missing pages. */
export function renderRobots({ url, basePath }: HeadSite, rules: SiteSettings["robots"]): string {
	const closed = rules.disallow.map((path) => `Disallow: ${basePath}${path}\n`).join("");
	const crawlers = rules.aiCrawlers
		? ""
		: `\n${AI_CRAWLERS.map((name) => `User-agent: ${name}\n`).join("")}Disallow: /\n`;
	const sitemap = url === undefined ? "" : `\nSitemap: ${url}${basePath}/sitemap.xml\n`;
	return `User-agent: *\n${closed}Allow: /\n${crawlers}${sitemap}`;
}

/** Enough for the longest context of a model; machines read a larger site page by page. */
const MAX_FULL_BYTES = 4_000_000;

/** @see https://llmstxt.org/ */
export function renderLlms(site: HeadSite, sections: readonly DiscoverableSection[]): string {
	const lists = sections.map(({ title, pages }) => {
		const lines = pages.map((page) => pageLine(site, page));
		return `## ${title === "" ? "Pages" : oneLine(title)}\n\n${lines.join("\n")}\n`;
	});
	return `${headOf(site)}${lists.join("\n")}`;
}

/**
 * Renders all pages in one text, up to a limit.
 *
 * @param markdownOf Returns `undefined` for a page without a text for every visitor.
 */
export function renderLlmsFull(
	site: HeadSite,
	sections: readonly DiscoverableSection[],
	markdownOf: (page: Page) => string | undefined,
): string {
	const parts = [headOf(site)];
	let bytes = 0;
	for (const page of sections.flatMap(({ pages }) => pages)) {
		const markdown = markdownOf(page);
		if (markdown === undefined) continue;
		const part = `---\nsource: ${pageUrl(site, page.path)}\n---\n\n${markdown}\n`;
		bytes += Buffer.byteLength(part);
		if (bytes > MAX_FULL_BYTES) {
			parts.push(`The site has more pages: see ${site.url ?? ""}${site.basePath}/llms.txt\n`);
			break;
		}
		parts.push(part);
	}
	return parts.join("");
}

function headOf(site: HeadSite): string {
	const summary = site.description === undefined ? "" : `> ${oneLine(site.description)}\n\n`;
	return `# ${oneLine(site.name)}\n\n${summary}`;
}

function pageLine(site: HeadSite, { path, title, frontMatter }: Page): string {
	const name = oneLine(title === "" ? site.name : title).replace(/[[\]\\]/g, "\\$&");
	const { description } = frontMatter;
	// A parenthesis would end the link.
	const target = pageUrl(site, path).replaceAll("(", "%28").replaceAll(")", "%29");
	return `- [${name}](${target})${description === undefined ? "" : `: ${oneLine(description)}`}`;
}

function oneLine(text: string): string {
	return text.replace(/\s+/g, " ").trim();
}
