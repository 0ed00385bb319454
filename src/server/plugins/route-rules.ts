import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import type { RouteMatcher, RouteRedirect } from "../../shared/routing/route-matcher.ts";
import { encodePath } from "../../shared/routing/routes.ts";
import { OWN_PATH } from "../content/links/place-pages.ts";
import type { RequestTarget } from "../http/request-target.ts";

export interface RouteRulesOptions {
	/** Read at each request: the rules change with the revision. */
	readonly matcher: () => RouteMatcher;
	readonly basePath: () => string;
}

/** Applies the operator's rules: redirects before anything else answers, headers after it. */
export const routeRules = fp(registerRouteRules, { name: "route-rules", fastify: "5.x" });

async function registerRouteRules(
	site: FastifyInstance,
	{ matcher, basePath }: RouteRulesOptions,
): Promise<void> {
	site.addHook("onRequest", (request, reply, next) => {
		const redirect = redirectFor(matcher(), basePath(), request.target);
		if (redirect === undefined) return next();
		reply.header("cache-control", "no-cache").redirect(redirect.to, redirect.status);
	});
	site.addHook("onSend", (request, reply, _payload, next) => {
		const { path } = request.target;
		if (path !== undefined) reply.headers(matcher().headersFor(path));
		next();
	});
}

function redirectFor(
	matcher: RouteMatcher,
	basePath: string,
	{ path, wantsPayload, query }: RequestTarget,
): RouteRedirect | undefined {
	// A rule such as `/**` does not mean these. A payload answers redirects as data.
	if (path === undefined || wantsPayload || OWN_PATH.test(path)) return undefined;
	return matcher.redirectFor({ rawPath: encodePath(path), query, hash: "" }, basePath);
}
