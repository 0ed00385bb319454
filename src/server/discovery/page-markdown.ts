import type { HeadSite } from "../../shared/page/head.ts";
import type { PagePayload } from "../../shared/page/payload.ts";
import { urlPath } from "../../shared/routing/routes.ts";
import { htmlToMarkdown } from "./html-to-markdown.ts";

const EXTENSION = ".md";

/** The home page has no file name in its path. */
const HOME = "/index.md";

/** @returns The path of the page whose Markdown is at `path`, or `undefined`. */
export function pathOfMarkdown(path: string): string | undefined {
	if (path === HOME) return "/";
	return path.endsWith(EXTENSION) ? path.slice(0, -EXTENSION.length) : undefined;
}

/** @returns The path of a page's Markdown. */
export function markdownPath(path: string): string {
	return path === "/" ? HOME : path + EXTENSION;
}

/** Checks that a page has a body that every visitor may see. */
export function hasMarkdown({ page }: PagePayload): boolean {
	return page.html !== undefined && page.flag === undefined;
}

/** Writes a page as Markdown. @param html Of the page without its frame. */
export function pageMarkdown({ url: origin = "" }: HeadSite, html: string): string {
	return `${htmlToMarkdown(html, (url) => origin + url)}\n`;
}

/** The URL of a page, for readers of its Markdown. */
export function pageUrl(site: HeadSite, path: string): string {
	return `${site.url ?? ""}${urlPath(site.basePath, path)}`;
}
