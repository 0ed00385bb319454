import fp from "fastify-plugin";
import type { RouteRedirect } from "../../shared/routing/route-matcher.ts";
import { encodePath } from "../../shared/routing/routes.ts";
import type { Revision } from "../content/revision.ts";
import { OWN_PATH } from "../content/routing/place-pages.ts";
import type { RequestTarget } from "../http/request-target.ts";
import type { SiteContext } from "./site-context.ts";

/** Applies the operator's rules: redirects before other answers, headers after them. */
export const routeRules = fp<SiteContext>(async (site, { revision }) => {
	site.addHook("onRequest", (request, reply, next) => {
		const redirect = redirectFor(revision(), request.target);
		if (redirect === undefined) return next();
		reply.header("cache-control", "no-cache").redirect(redirect.to, redirect.status);
	});
	site.addHook("onSend", (request, reply, _payload, next) => {
		const { path } = request.target;
		if (path !== undefined) reply.headers(revision().routeRules.matcher.headersFor(path));
		// After the rules: an operator sets headers for public pages.
		if (request.isPersonal || reply.isRefused) reply.header("cache-control", "private, no-store");
		next();
	});
});

function redirectFor(
	{ routeRules: { matcher }, config }: Pick<Revision, "routeRules" | "config">,
	{ path, wantsPayload, query }: RequestTarget,
): RouteRedirect | undefined {
	// A rule such as `/**` does not apply to these paths. A payload contains redirects as data.
	if (path === undefined || wantsPayload || OWN_PATH.test(path)) return undefined;
	const location = { rawPath: encodePath(path), query, hash: "" };
	return matcher.redirectFor(location, config.public.basePath);
}
