import { escapeAttribute } from "../../shared/html.ts";
import { urlPath } from "../../shared/routes.ts";
import type { BodyReference, ParsedPage } from "./parsed-page.ts";
import type { Problem } from "./problem.ts";
import type { SiteMap } from "./site-map.ts";

/** A page whose links are to be resolved. */
export interface LinkingPage {
	readonly path: string;
	/** The folder of its file, relative to the pages folder: links are relative to files, not to paths. */
	readonly folder: string;
	readonly parsed: ParsedPage;
}

/** The body of a page, with every gap filled in. */
export interface ResolvedBody {
	readonly html: string;
	readonly problems: readonly Problem[];
}

/** Fills in where links and images lead, now that every page and file is known. */
export function resolveReferences(page: LinkingPage, site: SiteMap): ResolvedBody {
	const problems: Problem[] = [];
	const html = page.parsed.body.parts.map((part) => {
		if (typeof part === "string") return part;
		const { attributes, message } = resolveReference(part, page, site);
		if (message !== undefined) {
			problems.push({ file: page.parsed.file, line: part.line, message });
		}
		return attributes;
	});
	return { html: html.join(""), problems };
}

/**
 * Resolves an address from the front matter, such as `image` or `redirect`.
 *
 * @returns A URL, or a URL path with its base path.
 */
export function resolveAddress(target: string, page: LinkingPage, site: SiteMap): AddressReading {
	if (isElsewhere(target)) return { url: target, kind: "elsewhere" };
	const { path: rawPath, suffix, hash } = splitAddress(target);
	const path = decodeLeniently(rawPath);
	const found =
		path === "" ? { kind: "page" as const, path: page.path } : findTarget(path, page, site);
	if (found === undefined) {
		const url = urlPath(site.basePath, site.normalize(absolutePath(path, page.folder))) + suffix;
		return { url, kind: "missing" };
	}
	if (found.kind === "file") return { url: urlPath(site.basePath, found.path) + suffix, ...found };
	const anchor = findAnchor(hash, site.anchorsOf(found.path));
	const url = path === "" ? "" : urlPath(site.basePath, found.path);
	return {
		url: url + (anchor === undefined ? suffix : suffix.replace(/#.*$/s, `#${anchor}`)),
		kind: hash !== "" && anchor === undefined ? "no-anchor" : "page",
		path: found.path,
	};
}

export interface AddressReading {
	readonly url: string;
	readonly kind: "page" | "file" | "elsewhere" | "missing" | "no-anchor";
	/** Of the page or file. */
	readonly path?: string;
}

interface Resolution {
	readonly attributes: string;
	readonly message?: string;
}

function resolveReference(reference: BodyReference, page: LinkingPage, site: SiteMap): Resolution {
	const address = resolveAddress(reference.target, page, site);
	return reference.kind === "link"
		? linkAttributes(reference.target, address)
		: imageAttributes(reference.target, address, site);
}

function linkAttributes(target: string, { url, kind, path }: AddressReading): Resolution {
	const href = ` href="${escapeAttribute(url)}"`;
	switch (kind) {
		case "file":
			return { attributes: `${href} data-file` };
		case "missing":
			return { attributes: href, message: `Link "${target}" leads to no page and no file` };
		case "no-anchor":
			return { attributes: href, message: `Link "${target}" leads to no heading of "${path}"` };
		default:
			return { attributes: href };
	}
}

function imageAttributes(
	target: string,
	{ url, kind, path }: AddressReading,
	site: SiteMap,
): Resolution {
	const attributes = ` src="${escapeAttribute(url)}"`;
	if (kind === "elsewhere") return { attributes };
	if (kind !== "file") return { attributes, message: `Image "${target}" is no file of the site` };
	const size = site.imageSizeOf(path ?? "");
	// The browser keeps the place free, so that nothing jumps when the image arrives.
	const room = size === undefined ? "" : ` width="${size.width}" height="${size.height}"`;
	return { attributes: attributes + room };
}

function isElsewhere(target: string): boolean {
	return /^(?:[a-z][a-z\d+.-]*:|[/\\]{2})/i.test(target);
}

function splitAddress(target: string): { path: string; suffix: string; hash: string } {
	const path = target.replace(/[?#].*$/s, "");
	const suffix = target.slice(path.length);
	const mark = suffix.indexOf("#");
	return { path, suffix, hash: mark === -1 ? "" : suffix.slice(mark + 1) };
}

/** Relative to the folder of the file; failing that, to the page as a folder, as other generators have it. */
function findTarget(path: string, page: LinkingPage, site: SiteMap): ReturnType<SiteMap["find"]> {
	if (path.startsWith("/")) return site.find(path);
	return (
		site.find(absolutePath(path, page.folder)) ?? site.find(absolutePath(path, page.path.slice(1)))
	);
}

/** Resolves dot segments against a folder, never above the root. */
function absolutePath(path: string, folder: string): string {
	const segments = path.startsWith("/") ? [] : folder.split("/");
	for (const segment of path.split("/")) {
		if (segment === "..") segments.pop();
		else if (segment !== ".") segments.push(segment);
	}
	return `/${segments.filter((segment) => segment !== "").join("/")}`;
}

/** @returns The id as the page spells it: authors differ in letter case from the slugs. */
function findAnchor(hash: string, anchors: ReadonlySet<string>): string | undefined {
	// A text fragment is the browser's to find.
	if (hash === "" || hash === "top" || hash.startsWith(":~:")) return hash;
	const wanted = decodeLeniently(hash);
	if (anchors.has(wanted)) return hash;
	const lower = wanted.toLowerCase();
	return anchors.has(lower) ? encodeURIComponent(lower) : undefined;
}

function decodeLeniently(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		// A percent sign that is just a character.
		return text;
	}
}
