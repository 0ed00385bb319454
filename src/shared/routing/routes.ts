/**
 * A *path* names a page: it starts with a slash, is percent-decoded, has no base path and no
 * query, and ends in a slash only when it is `/`. A *URL path* is its encoded form under the base
 * path, as in an `href`.
 */

/** The result of reading a raw request path. */
export type PathReading =
	/** Decoded, in its canonical spelling. */
	| { readonly kind: "path"; readonly path: string }
	/** Another spelling of the same path; answer 308. */
	| { readonly kind: "misspelled"; readonly path: string }
	/** Well-formed, with an encoded slash or a dot segment, which no page has; answer 404. */
	| { readonly kind: "unroutable" }
	/** Not a path at all; answer 400. */
	| { readonly kind: "malformed" };

/** URL parsers resolve these segments: only hand-made requests have them. */
const DOT_SEGMENT = /(^|\/)\.{1,2}(\/|$)/;

/** Control characters and backslashes: some parsers read backslashes as slashes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const FORBIDDEN = /[\u0000-\u001f\u007f\\]/;

/**
 * Decodes a raw path once and checks its spelling.
 *
 * Doubled and trailing slashes are misspellings. With an encoded slash the decoded path would
 * differ from the routed one, so no page has it.
 *
 * @param rawPath The path of a request target, without base path and query.
 * @example
 * readPath("/guide//install/"); // { kind: "misspelled", path: "/guide/install" }
 * readPath("/a%2Fb"); // { kind: "unroutable" }
 */
export function readPath(rawPath: string): PathReading {
	if (PLAIN_PATH.test(rawPath)) return { kind: "path", path: rawPath };
	const decoded = rawPath.isWellFormed() ? decodePath(rawPath) : undefined;
	if (decoded === undefined || FORBIDDEN.test(decoded)) return { kind: "malformed" };
	if (/%2f/i.test(rawPath) || DOT_SEGMENT.test(decoded)) return { kind: "unroutable" };
	const path = tidyPath(decoded);
	return { kind: encodePath(path) === rawPath ? "path" : "misspelled", path };
}

/**
 * Matches most paths, which need no decoding. Segments that start with a dot are checked further.
 */
const PLAIN_PATH = /^(?:\/(?!\.)[\w\-.!~*'()$&+,:;=@]+)+$/;

/** Normalizes slashes: one at the start, none doubled, none at the end. */
export function tidyPath(path: string): string {
	const single = `/${path}`.replace(/\/{2,}/g, "/");
	return single.length > 1 && single.endsWith("/") ? single.slice(0, -1) : single;
}

/** Percent-encodes a path for a URL, except characters that RFC 3986 allows in a segment. */
export function encodePath(path: string): string {
	// Fast path: pages have many links, and few need encoding.
	if (PLAIN_SEGMENTS.test(path)) return path;
	return path.split("/").map(encodeSegment).join("/");
}

/**
 * The URL path of a page.
 *
 * @param basePath Without final slash; empty when the site is at the root.
 * @example
 * urlPath("/docs", "/guide/übung"); // "/docs/guide/%C3%BCbung"
 */
export function urlPath(basePath: string, path: string): string {
	if (path === "/") return basePath === "" ? "/" : basePath;
	return basePath + encodePath(path);
}

/**
 * The part of a URL path below the base path, still encoded.
 *
 * @returns `undefined` when the URL path is outside.
 * @example
 * belowBasePath("/docs", "/docs/guide"); // "/guide"
 */
export function belowBasePath(basePath: string, rawUrlPath: string): string | undefined {
	if (basePath === "") return rawUrlPath;
	if (rawUrlPath === basePath) return "/";
	return rawUrlPath.startsWith(`${basePath}/`) ? rawUrlPath.slice(basePath.length) : undefined;
}

const PAYLOAD_NAME = "_payload.json";

/**
 * The URL path of a page's payload; the build id in its query separates builds in caches.
 *
 * @example
 * payloadUrl("/docs", "/guide", "a1b2"); // "/docs/guide/_payload.json?a1b2"
 */
export function payloadUrl(basePath: string, path: string, buildId: string): string {
	return payloadOfPage(urlPath(basePath, path), buildId);
}

/** Like {@link payloadUrl}, from the URL path of the page. */
export function payloadOfPage(page: string, buildId: string): string {
	return `${page === "/" ? "" : page}/${PAYLOAD_NAME}?${buildId}`;
}

/** The page's query, which follows the build id in the payload's query; empty without one. */
export function pageQueryOfPayload(query: string): string {
	const mark = query.indexOf("&");
	return mark === -1 ? "" : `?${query.slice(mark + 1)}`;
}

/** @returns The raw page path of a raw payload path, or `undefined` for any other path. */
export function pagePathOfPayload(rawPath: string): string | undefined {
	if (!rawPath.endsWith(`/${PAYLOAD_NAME}`)) return undefined;
	return rawPath.slice(0, -PAYLOAD_NAME.length - 1) || "/";
}

/**
 * Splits a request target into its path and its query, the question mark included.
 *
 * @example
 * splitTarget("/guide?page=2"); // { path: "/guide", query: "?page=2" }
 */
export function splitTarget(target: string): { readonly path: string; readonly query: string } {
	const mark = target.indexOf("?");
	if (mark === -1) return { path: target, query: "" };
	return { path: target.slice(0, mark), query: target.slice(mark) };
}

function decodePath(rawPath: string): string | undefined {
	try {
		return decodeURIComponent(rawPath);
	} catch {
		// A URIError: not UTF-8. The caller answers 400.
		return undefined;
	}
}

const PLAIN_SEGMENTS = /^[\w\-.!~*'()$&+,:;=@/]*$/;

function encodeSegment(segment: string): string {
	// encodeURIComponent also encodes these, which are allowed in a segment.
	return encodeURIComponent(segment).replace(/%(?:24|26|2B|2C|3A|3B|3D|40)/g, decodeURIComponent);
}
