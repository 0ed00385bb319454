import type { HeadSite } from "../../shared/page/head.ts";
import type { PagePayload } from "../../shared/page/payload.ts";
import { urlPath } from "../../shared/routing/routes.ts";
import { htmlToMarkdown } from "./html-to-markdown.ts";

const EXTENSION = ".md";

/** Of the paragraph at the end of a page that leads to its Markdown. */
export const MARKDOWN_LINK_CLASS = "page-source";

/** `/index.md` is the home page: it has no name of its own. */
const HOME = "/index.md";

/** @returns The path of the page that `path` is the Markdown of, or `undefined`. */
export function pathOfMarkdown(path: string): string | undefined {
	if (path === HOME) return "/";
	return path.endsWith(EXTENSION) ? path.slice(0, -EXTENSION.length) : undefined;
}

/** Where the Markdown of a page is. */
export function markdownPath(path: string): string {
	return path === "/" ? HOME : path + EXTENSION;
}

/** Whether a page has a Markdown: it has a body, and every visitor may see it. */
export function hasMarkdown({ page }: PagePayload): boolean {
	return page.html !== undefined && page.flag === undefined;
}

/** A page as Markdown, under its title. */
export function pageMarkdown(site: HeadSite, { page }: PagePayload): string {
	const { title, html = "", hasHeading } = page;
	const name = title === "" ? site.name : title;
	const own = html.split(`<p class="${MARKDOWN_LINK_CLASS}">`, 1)[0] ?? "";
	const body = htmlToMarkdown(own, (url) => `${site.url ?? ""}${url}`);
	return `${hasHeading ? "" : `# ${name}\n\n`}${body}\n`;
}

/** The address of the page itself, for those who have its Markdown. */
export function pageUrl(site: HeadSite, path: string): string {
	return `${site.url ?? ""}${urlPath(site.basePath, path)}`;
}
