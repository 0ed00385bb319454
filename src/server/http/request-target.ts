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

/** What a request asks for: read once, and used by everything that answers. */
export interface RequestTarget {
	/** `misspelled`: the same resource has another address, `url`. */
	readonly kind: "exact" | "misspelled" | "unroutable" | "malformed" | "too-long";
	/** Decoded, below the base path; `undefined` when no resource of this site can have it. */
	readonly path: string | undefined;
	/** The page that is asked for, be it as a document or as a payload. */
	readonly pagePath: string | undefined;
	readonly wantsPayload: boolean;
	/** With its question mark, or empty. */
	readonly query: string;
	/** The one URL path of the resource, base path included; it names the answer in the cache. */
	readonly url: string;
	/** What the router sees, and the proxy behind it: below the base path, with the query. */
	readonly routed: string;
	/** The path as it was sent, for logs and messages alone. */
	readonly sentPath: string;
}

/** Longer than any path that a page can have, with room for encoding. */
const MAX_PATH_LENGTH = 8192;

/** Paths for targets that the router must not read: no page and no asset has them. */
const NO_PAGE = "/..";
const NO_ASSET = `/${ASSETS_FOLDER}/..`;

/** @see RFC 9112, section 3.2.2: the path of an absolute form counts, the host is the proxy's business. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/**
 * Reads a request target: decoded once, and without spellings that a file system, a proxy or another
 * router could take for another resource.
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
	if (path === undefined) return nowhere("unroutable");
	const url = path === reading.path ? encodePath(path) : urlPath(basePath, path);
	// Events are posted, and a redirect would lose them: they are passed on under the true spelling.
	const isExact = url === sentPath || isWithin(path, INGEST_PATH);
	// Absent in one way, whatever is wrong with its name: a document in its place would be worse.
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

/** The target of a request, which is read when it is first asked for. */
export function targetOf(
	request: IncomingMessage & { [TARGET]?: RequestTarget },
	basePath: () => string,
): RequestTarget {
	request[TARGET] ??= knownTarget(request.url ?? "/", basePath());
	return request[TARGET];
}

/** What was read before: most requests ask for what others have just asked for. */
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

/** Clients of the analytics service write `/e/` and `/e`, and a service may know one of them alone. */
function finalSlash(path: string, sentPath: string): string {
	return isWithin(path, INGEST_PATH) && sentPath.endsWith("/") ? "/" : "";
}
