import { decodeLeniently } from "../decode-leniently.ts";
import type { RoutePattern } from "./route-pattern.ts";
import { encodePath, readPath, splitTarget, urlPath } from "./routes.ts";

/**
 * The target of a redirect: `/path` of this site without base path, or an absolute URL. It contains
 * params of the pattern as `:name`, and the rest of a wildcard as a final `/**`.
 */
export interface RedirectTarget {
	/**
	 * Scheme, host and port, always literal, so that no visitor can choose them; `undefined`: a path
	 * of this site.
	 */
	readonly origin: string | undefined;
	/** Path with its placeholders; decoded for this site, encoded for another one. */
	readonly path: string;
	/** With its question mark, or empty. */
	readonly query: string;
	/** With its number sign, or empty. */
	readonly hash: string;
}

/** The parts of a path that the pattern captured, decoded. */
export interface Captures {
	readonly params: ReadonlyMap<string, string>;
	/** Segments that the wildcard matched, joined by slashes; empty at its root. */
	readonly rest: string;
}

/** A target with its placeholders filled in. */
export interface FilledTarget {
	/** Value of a `Location` header: ASCII, absolute or with exactly one leading slash. */
	readonly location: string;
	/** Target page path; absent if the target is outside the site. */
	readonly path?: string;
}

const ORIGIN =
	/^https?:\/\/(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?(?=[/?#]|$)/i;

/** Control characters and backslashes: browsers drop some and read others as slashes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const UNSAFE = /[\u0000-\u001f\u007f\\]/;

/** A single expression for params and wildcard, so that captured text is never read as a placeholder. */
const PLACEHOLDER_IN_PATH = /\/(?::([A-Za-z_]\w*)(?=\/|$)|\*\*$)/g;
const PARAM_IN_QUERY = /(?<==):([A-Za-z_]\w*)(?=&|$)/g;
const WILDCARD_AT_END = /\/\*\*$/;

/**
 * Parses the target of a redirect.
 *
 * A target is outside the site only if it has a scheme and a host: a visitor's path must never
 * name another host.
 *
 * @returns The target, or for an invalid one the end of a sentence that starts with the target.
 */
export function parseRedirectTarget(text: string, pattern: RoutePattern): RedirectTarget | string {
	if (UNSAFE.test(text) || !text.isWellFormed()) {
		return "must not contain backslashes or control characters";
	}
	if (text.startsWith("//")) return "must name its scheme too, such as https://";

	const origin = ORIGIN.exec(text)?.[0];
	if (origin === undefined && !text.startsWith("/")) {
		return "must start with a slash, or with http:// or https:// and a host in plain ASCII";
	}
	const { path, ...suffix } = splitSuffix(text.slice(origin?.length ?? 0));
	const missing = missingCapture(path, suffix.query, pattern);
	if (missing !== undefined) return missing;
	if (origin !== undefined) return { origin, path: encodeRest(path), ...suffix };
	const reading = readPath(path === "" ? "/" : path);
	if (reading.kind === "malformed" || reading.kind === "unroutable") {
		return "is not a possible path of a page";
	}
	return { origin, path: reading.path, ...suffix };
}

/** Fills in the captures of the pattern, encoded for the path or the query. */
export function fillTarget(
	target: RedirectTarget,
	captures: Captures,
	basePath: string,
): FilledTarget {
	const suffix = fillQuery(target.query, captures) + target.hash;
	if (target.origin === undefined) {
		const path = fillPath(target.path, captures, (text) => text) || "/";
		return { location: urlPath(basePath, path) + suffix, path };
	}
	const path = fillPath(target.path, captures, encodePath);
	return { location: target.origin + path + suffix };
}

/**
 * Copies the query and the hash of the request to the location of a redirect. Parameters and a
 * hash of the location itself win.
 *
 * @param query With its question mark, or empty; `hash` likewise, with its number sign.
 * @example
 * keepQueryAndHash("/new?tab=1", "?tab=2&page=3", "#top"); // "/new?tab=1&page=3#top"
 */
export function keepQueryAndHash(location: string, query: string, hash: string): string {
	const own = splitSuffix(location);
	const ownPairs = pairsOf(own.query);
	const ownNames = new Set(ownPairs.map(nameOf));
	const kept = pairsOf(encodeRest(query)).filter((pair) => !ownNames.has(nameOf(pair)));
	const pairs = [...ownPairs, ...kept];
	const search = pairs.length === 0 ? "" : `?${pairs.join("&")}`;
	return own.path + search + (own.hash === "" ? encodeRest(hash) : own.hash);
}

function splitSuffix(text: string): Omit<RedirectTarget, "origin"> {
	const mark = text.indexOf("#");
	const beforeHash = mark === -1 ? text : text.slice(0, mark);
	const { path, query } = splitTarget(beforeHash);
	const hash = mark === -1 ? "" : text.slice(mark);
	return { path, query: encodeRest(query), hash: encodeRest(hash) };
}

/** Encodes characters that no URL may contain; leaves encoded characters unchanged. */
function encodeRest(text: string): string {
	return text.toWellFormed().replace(/[^\u0021-\u007e]+|["<>`]/g, encodeURIComponent);
}

function missingCapture(path: string, query: string, pattern: RoutePattern): string | undefined {
	if (/\*/.test(path.replace(WILDCARD_AT_END, ""))) return 'may have "**" as its last segment only';
	if (WILDCARD_AT_END.test(path) && !pattern.isWildcard) {
		return 'ends in "**", but its pattern does not';
	}
	const known = new Set(pattern.segments.map((part) => (part.kind === "param" ? part.name : "")));
	const placeholders = [...path.matchAll(PLACEHOLDER_IN_PATH), ...query.matchAll(PARAM_IN_QUERY)];
	const unknown = placeholders.find(([, name]) => name !== undefined && !known.has(name));
	return unknown === undefined ? undefined : `names ":${unknown[1]}", and its pattern does not`;
}

function fillPath(
	template: string,
	{ params, rest }: Captures,
	encode: (text: string) => string,
): string {
	return template.replace(PLACEHOLDER_IN_PATH, (_, name: string | undefined) => {
		const caught = name === undefined ? rest : (params.get(name) ?? "");
		return caught === "" ? "" : `/${encode(caught)}`;
	});
}

function fillQuery(template: string, { params }: Captures): string {
	return template.replace(PARAM_IN_QUERY, (_, name: string) =>
		encodeURIComponent(params.get(name) ?? ""),
	);
}

function pairsOf(query: string): string[] {
	return query
		.slice(1)
		.split("&")
		.filter((pair) => pair !== "");
}

/** Decoded name of a parameter: `fr%6Fm` and `from` are the same parameter. */
function nameOf(pair: string): string {
	return decodeLeniently((pair.split("=", 1)[0] ?? "").replaceAll("+", " "));
}
