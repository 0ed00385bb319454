import type { FastifyInstance, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import type { RouteMatcher, RouteRedirect } from "../../shared/routing/route-matcher.ts";
import {
	belowBasePath,
	pagePathOfPayload,
	readPath,
	splitTarget,
} from "../../shared/routing/routes.ts";

export interface RouteRulesOptions {
	/** Read at each request: the rules change with the revision. */
	readonly matcher: () => RouteMatcher;
	readonly basePath: () => string;
}

/** Applies the operator's rules: redirects before anything else answers, headers after it. */
export const routeRules = fp(registerRouteRules, { name: "route-rules", fastify: "5.x" });

/**
 * Paths of the server's own that a rule such as `/**` does not mean: without probes, assets
 * and analytics there is no site that could redirect. A payload answers redirects as data.
 */
const OWN_PATH =
	/^\/(?:healthz|readyz|metrics|_nuxt\/.*|__nuxt_island\/.*|api\/_nuxt_icon\/.*|_loggia\/.*|ingest\/.*)$/;

async function registerRouteRules(
	site: FastifyInstance,
	{ matcher, basePath }: RouteRulesOptions,
): Promise<void> {
	site.addHook("onRequest", (request, reply, next) => {
		const redirect = redirectFor(matcher(), basePath(), request);
		if (redirect === undefined) return next();
		reply.header("cache-control", "no-cache").redirect(redirect.to, redirect.status);
	});
	site.addHook("onSend", (request, reply, _payload, next) => {
		reply.headers(headersFor(matcher(), belowBasePath(basePath(), pathOf(request))));
		next();
	});
}

function redirectFor(
	matcher: RouteMatcher,
	basePath: string,
	{ originalUrl }: FastifyRequest,
): RouteRedirect | undefined {
	const { path, query } = splitTarget(originalUrl);
	const rawPath = belowBasePath(basePath, path);
	if (rawPath === undefined || OWN_PATH.test(rawPath)) return undefined;
	if (pagePathOfPayload(rawPath) !== undefined) return undefined;
	return matcher.redirectFor({ rawPath, query, hash: "" }, basePath);
}

function headersFor(
	matcher: RouteMatcher,
	rawPath: string | undefined,
): Readonly<Record<string, string>> {
	if (rawPath === undefined) return {};
	const reading = readPath(rawPath);
	if (reading.kind === "malformed" || reading.kind === "unroutable") return {};
	return matcher.headersFor(reading.path);
}

function pathOf({ originalUrl }: FastifyRequest): string {
	return splitTarget(originalUrl).path;
}
