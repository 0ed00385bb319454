import { urlPath } from "../routing/routes.ts";
import { errorHeading, type PageError } from "./errors.ts";

/** Site-wide input for every head. */
export interface HeadSite {
	readonly name: string;
	/** The origin, such as `https://example.org`; absent: no canonical links. */
	readonly url?: string | undefined;
	readonly basePath: string;
	readonly description?: string | undefined;
	/** BCP 47, such as `en` or `pt-BR`. */
	readonly locale: string;
	readonly titleSeparator: string;
	/** Query parameters that identify a different page; the canonical URL omits all others. */
	readonly canonicalQuery: readonly string[];
	/** Image for link previews; an absolute URL, or a path below the base path. */
	readonly image?: string | undefined;
	readonly twitter?:
		| { readonly site?: string | undefined; readonly creator?: string | undefined }
		| undefined;
}

/** Input of one page; its values override the site's. */
export interface HeadPage {
	/** Empty for an index page without a title. */
	readonly title: string;
	readonly path: string;
	readonly description?: string | undefined;
	readonly robots?: string | undefined;
	readonly image?: string | undefined;
	/** The path that search engines should use instead. */
	readonly canonicalPath?: string | undefined;
	/** Replace tags of the same name, property or relation. */
	readonly tags?: readonly HeadTag[];
}

/** The part of `<head>` that changes with the page: the same on the server and in the browser. */
export interface Head {
	/** The content of `<title>`. */
	readonly title: string;
	readonly tags: readonly HeadTag[];
}

export type HeadTag =
	| { readonly tag: "meta"; readonly name: string; readonly content: string }
	| { readonly tag: "meta"; readonly property: string; readonly content: string }
	| { readonly tag: "link"; readonly rel: string; readonly href: string }
	/** `text` is JSON. */
	| { readonly tag: "script"; readonly type: "application/ld+json"; readonly text: string };

export const DEFAULT_CANONICAL_QUERY: readonly string[] = [
	"page",
	"sort",
	"filter",
	"search",
	"q",
	"category",
	"tag",
];

/**
 * Builds the head of a page.
 *
 * @param query The query of the location with its question mark, or empty.
 */
export function pageHead(site: HeadSite, page: HeadPage, query: string): Head {
	const canonical = canonicalUrl(site, page.canonicalPath ?? page.path, query);
	const description = page.description ?? site.description;
	const { tags: own = [] } = page;
	const replaced = new Set(own.map(keyOf));
	return {
		title: documentTitle(page.title, site.titleSeparator, site.name),
		tags: [
			meta("description", description),
			meta("robots", page.robots),
			canonical === undefined ? [] : ({ tag: "link", rel: "canonical", href: canonical } as const),
			socialTags(site, page.title === "" ? site.name : page.title),
			property("og:url", canonical),
			property("og:description", description),
			imageTags(site, page.image ?? site.image),
		]
			.flat()
			.filter((tag) => !replaced.has(keyOf(tag)))
			.concat(own),
	};
}

/** Tags of the same key exclude each other. */
function keyOf(tag: HeadTag): string {
	if (tag.tag === "script") return tag.text;
	if (tag.tag === "link") return `link ${tag.rel}`;
	return "name" in tag ? `name ${tag.name}` : `property ${tag.property}`;
}

/** The head of an error page: never indexed, never canonical. */
export function errorHead(site: HeadSite, error: PageError): Head {
	return {
		title: documentTitle(errorTitle(error), site.titleSeparator, site.name),
		tags: [...meta("robots", "noindex"), ...socialTags(site, errorHeading(error))],
	};
}

/** `{page title} {separator} {site name}`; without a page title, only the site's name. */
export function documentTitle(pageTitle: string, separator: string, siteName: string): string {
	if (pageTitle === "") return siteName;
	return siteName === "" ? pageTitle : `${pageTitle} ${separator} ${siteName}`;
}

/** The page title of an error, before the template. */
export function errorTitle({ status, message }: PageError): string {
	return `${status} - ${message}`;
}

/**
 * The canonical URL. It uses only configuration, because visitors control the `Host` header.
 *
 * @param query Query of the location; unlisted parameters are dropped, the others stay in order.
 * @returns `undefined` when the site has no configured URL.
 */
export function canonicalUrl(site: HeadSite, path: string, query: string): string | undefined {
	if (site.url === undefined) return undefined;
	const kept = query
		.slice(1)
		.split("&")
		.filter((pair) => site.canonicalQuery.includes(pair.split("=", 1)[0] ?? ""));
	const search = kept.length === 0 ? "" : `?${kept.join("&")}`;
	return site.url + urlPath(site.basePath, path) + search;
}

function socialTags({ name, locale, twitter }: HeadSite, title: string): HeadTag[] {
	return [
		property("og:type", "website"),
		property("og:site_name", name),
		property("og:title", title),
		property("og:locale", locale.replace("-", "_")),
		meta("twitter:site", twitter?.site),
		meta("twitter:creator", twitter?.creator),
	].flat();
}

function imageTags(site: HeadSite, image: string | undefined): HeadTag[] {
	if (image === undefined) return [];
	const url = /^https?:\/\//.test(image) ? image : (site.url ?? "") + image;
	// Another machine loads the image, and cannot resolve a path.
	if (!url.startsWith("http")) return [];
	return [...property("og:image", url), ...meta("twitter:card", "summary_large_image")];
}

/** @returns An empty array without content. */
function meta(name: string, content: string | undefined): HeadTag[] {
	return content === undefined ? [] : [{ tag: "meta", name, content }];
}

/** @returns An empty array without content. */
function property(name: string, content: string | undefined): HeadTag[] {
	return content === undefined ? [] : [{ tag: "meta", property: name, content }];
}
