import type { IncomingMessage } from "node:http";
import { PROBES } from "../../platform/observability/health.ts";
import { INGEST_PATH } from "../../shared/analytics.ts";
import { ASSETS_FOLDER } from "../../shared/builds/build-manifest.ts";
import { isWithin } from "../../shared/page/navigation.ts";
import {
	belowBasePath,
	encodePath,
	pagePathOfPayload,
	readPath,
	splitTarget,
	urlPath,
} from "../../shared/routing/routes.ts";

declare module "fastify" {
	interface FastifyRequest {
		readonly target: RequestTarget;
	}
}

/** A parsed request target, shared by all handlers of the request. */
export interface RequestTarget {
	/** `misspelled`: the same resource has another address, `url`. */
	readonly kind: "exact" | "misspelled" | "unroutable" | "malformed" | "too-long";
	/** Decoded, below the base path; `undefined` when no resource of this site can have this path. */
	readonly path: string | undefined;
	/** The requested page, as a document or as a payload. */
	readonly pagePath: string | undefined;
	readonly wantsPayload: boolean;
	/** With its question mark; can be empty. */
	readonly query: string;
	/** The canonical URL path of the resource, with the base path; also the key of its cached answer. */
	readonly url: string;
	/** URL for the router and the proxy behind it: below the base path, with the query. */
	readonly routed: string;
	/** The path as the client sent it, only for logs and messages. */
	readonly sentPath: string;
}

/** Longer than any path that a page can have, with room for encoding. */
const MAX_PATH_LENGTH = 8192;

/** Paths for targets that the router must not read: no page and no asset has them. */
const NO_PAGE = "/..";
const NO_ASSET = `/${ASSETS_FOLDER}/..`;

/** @see RFC 9112, section 3.2.2: only the path of an absolute form counts; the proxy checks the host. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/**
 * Parses a request target. Decodes it once, and rejects spellings that a file system, a proxy or
 * another router could map to another resource.
 */
export function readRequestTarget(text: string, basePath: string): RequestTarget {
	const { path: sentPath, query } = splitTarget(withoutOrigin(text));
	const nowhere = (kind: RequestTarget["kind"]): RequestTarget => ({
		kind,
		path: undefined,
		pagePath: undefined,
		wantsPayload: pagePathOfPayload(sentPath) !== undefined,
		query,
		url: sentPath,
		routed: isAsset(belowBasePath(basePath, sentPath)) ? NO_ASSET : NO_PAGE,
		sentPath,
	});
	if (sentPath.length > MAX_PATH_LENGTH) return nowhere("too-long");
	const reading = readPath(sentPath);
	if (reading.kind === "malformed" || reading.kind === "unroutable") return nowhere(reading.kind);

	// Probes do not use the base path.
	const path = PROBES.has(reading.path) ? reading.path : belowBasePath(basePath, reading.path);
	// Below a base path, a probe has no address: proxies keep only the address at the root private.
	const isProbeBelow = path !== undefined && path !== reading.path && PROBES.has(path);
	if (path === undefined || isProbeBelow) return nowhere("unroutable");
	const url = path === reading.path ? encodePath(path) : urlPath(basePath, path);
	// Events are posted, and a redirect would lose them: they are forwarded under the canonical spelling.
	const isExact = url === sentPath || isWithin(path, INGEST_PATH);
	// All misspelled assets are handled like absent ones: a document in their place would be worse.
	if (!isExact && isAsset(path)) return { ...nowhere("unroutable"), routed: NO_ASSET };
	const payloadOf = pagePathOfPayload(path);
	return {
		kind: isExact ? "exact" : "misspelled",
		path,
		pagePath: payloadOf ?? path,
		wantsPayload: payloadOf !== undefined,
		query,
		url,
		routed: (basePath === "" ? url : encodePath(path)) + finalSlash(path, sentPath) + query,
		sentPath,
	};
}

const TARGET = Symbol("target");

/** Returns the target of a request, which is parsed at the first call. */
export function targetOf(
	request: IncomingMessage & { [TARGET]?: RequestTarget },
	basePath: () => string,
): RequestTarget {
	request[TARGET] ??= knownTarget(request.url ?? "/", basePath());
	return request[TARGET];
}

/** Cache of parsed targets: most requests have the same target as a recent one. */
const known = { basePath: "", targets: new Map<string, RequestTarget>() };

const MAX_KNOWN = 1000;
const MAX_KNOWN_LENGTH = 256;

function knownTarget(text: string, basePath: string): RequestTarget {
	if (known.basePath !== basePath || known.targets.size >= MAX_KNOWN) {
		known.basePath = basePath;
		known.targets.clear();
	}
	const last = known.targets.get(text);
	if (last !== undefined) return last;
	const target = readRequestTarget(text, basePath);
	if (text.length <= MAX_KNOWN_LENGTH) known.targets.set(text, target);
	return target;
}

function withoutOrigin(text: string): string {
	if (text.startsWith("/")) return text;
	const path = text.replace(ORIGIN, "");
	return path.startsWith("/") ? path : `/${path}`;
}

/** Whether a path is that of a file of a build. */
export function isAsset(path: string | undefined): boolean {
	return path !== undefined && isWithin(path, `/${ASSETS_FOLDER}`);
}

/** Clients of the analytics service use `/e/` and `/e`, and a service may support only one of them. */
function finalSlash(path: string, sentPath: string): string {
	return isWithin(path, INGEST_PATH) && sentPath.endsWith("/") ? "/" : "";
}
