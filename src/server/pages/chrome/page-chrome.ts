import { escapeAttribute, escapeText } from "../../../shared/document/html.ts";
import { wordIn } from "../../../shared/page/words.ts";
import { urlPath } from "../../../shared/routing/routes.ts";
import { blogOf, listPosts, postOf } from "../../content/blog/list-posts.ts";
import type { Page } from "../../content/pages/page.ts";
import type { Revision } from "../../content/revision.ts";
import type { EditionSources } from "../edition-notes.ts";
import { featuresHtml, heroHtml } from "./hero-html.ts";
import { postList } from "./post-list.ts";
import { postMeta } from "./post-meta.ts";

export interface PageParts {
	readonly start: string;
	readonly end: string;
}

/**
 * Adds hero, breadcrumbs, the data of a post and the page footer to the body of a page.
 *
 * @returns The body, with the names of the style sheets that it needs.
 */
export function addPageChrome(
	page: Page,
	{ start: body, end }: PageParts,
	sources: EditionSources,
): { readonly html: string; readonly hasHeading: boolean; readonly sheets: readonly string[] } {
	const { revision } = sources;
	const { hero, features = [], type } = page.frontMatter;
	if (hero !== undefined || features.length > 0) {
		const title = page.title || revision.config.public.name;
		const start = hero === undefined ? `<h1>${escapeText(title)}</h1>` : heroHtml(hero, title);
		return {
			html: start + featuresHtml(features) + body + end,
			hasHeading: true,
			sheets: ["landing", ...sheetsFor(body)],
		};
	}
	const blog = type === "blog" ? undefined : blogOf(revision.pages, page.path);
	const above = breadcrumbs(page, sources);
	const meta = blog === undefined ? "" : postMeta(postOf(page), body, revision, blog.path);
	const below = [
		type === "blog"
			? postList(listPosts(revision.pages, page.path, sources.isListed), page.path, revision, 1)
			: "",
		end,
		pageFoot(page, sources),
	].join("");
	if (above + meta === "" && below === end && type !== "blog") {
		const sheets = [...(page.path === "/" ? ["landing"] : []), ...sheetsFor(body)];
		return { html: body + end, hasHeading: page.hasHeading, sheets };
	}
	return {
		html: above + withMeta(withHeading(page, body, sources), meta) + below,
		hasHeading: true,
		sheets: [
			...(page.path === "/" ? ["landing"] : []),
			"look",
			...(blog !== undefined || type === "blog" ? ["blog"] : []),
			...sheetsFor(body),
		],
	};
}

/** What most pages do without, as tabs, cards, formulas and changed lines of code. */
const COMPONENTS =
	/<(?:dt|mark|math)\b|class="(?:button|editions|tabs|cards?|steps|file-tree|badge|link-button|figure|line (?:added|removed))|<span class="[^"]*" data-line/;

function sheetsFor(body: string): readonly string[] {
	return COMPONENTS.test(body) ? ["components"] : [];
}

function withHeading(page: Page, body: string, { revision }: EditionSources): string {
	if (page.hasHeading) return body;
	return `<h1>${escapeText(page.title || revision.config.public.name)}</h1>\n${body}`;
}

/** What is said of a post stands below its title. */
function withMeta(html: string, meta: string): string {
	if (meta === "") return html;
	const end = html.indexOf("</h1>");
	if (end === -1) return meta + html;
	const rest = end + "</h1>".length;
	return `${html.slice(0, rest)}\n${meta}${html.slice(rest)}`;
}

function breadcrumbs(page: Page, { revision, isListed }: EditionSources): string {
	const { config, pages } = revision;
	if (!config.look.hasBreadcrumbs || page.path === "/") return "";
	const segments = page.path.split("/").slice(1, -1);
	const steps = segments.flatMap((_segment, index) => {
		const folder = pages.get(`/${segments.slice(0, index + 1).join("/")}`);
		// What its author keeps out of lists is not named in one.
		if (folder === undefined || folder.navigation === false || !isListed(folder)) return [];
		return [crumb(urlPath(config.public.basePath, folder.path), folder.navigation.title)];
	});
	const home = crumb(urlPath(config.public.basePath, "/"), wordIn(config.look.look, "Home"));
	const label = escapeAttribute(wordIn(config.look.look, "Breadcrumbs"));
	return `<nav class="breadcrumbs" aria-label="${label}"><ol>${[home, ...steps].join("")}</ol></nav>\n`;
}

function crumb(url: string, title: string): string {
	return `<li><a href="${escapeAttribute(url)}">${escapeText(title)}</a></li>`;
}

/** Where the page can be edited, and when it was. */
function pageFoot(page: Page, { revision }: EditionSources): string {
	const { look } = revision.config;
	const edit =
		look.editLink === undefined
			? ""
			: `<a href="${escapeAttribute(editUrl(look.editLink, page.file))}">${escapeText(wordIn(look.look, "Edit this page"))}</a>`;
	const updated = look.showsLastUpdated ? lastUpdated(page, revision.config) : "";
	return edit + updated === "" ? "" : `\n<div class="page-foot">${edit}${updated}</div>`;
}

function editUrl(pattern: string, file: string): string {
	return pattern.replace("{file}", file.split("/").map(encodeURIComponent).join("/"));
}

function lastUpdated(page: Page, { public: site, look }: Revision["config"]): string {
	const ms = page.committed?.lastMs ?? page.modifiedMs;
	const date = new Date(ms);
	const shown = new Intl.DateTimeFormat(site.locale, { dateStyle: "medium", timeZone: "UTC" });
	const label = escapeText(wordIn(look.look, "Last updated"));
	return `<span>${label}: <time datetime="${date.toISOString()}">${escapeText(shown.format(date))}</time></span>`;
}
