import fp from "fastify-plugin";
import { PROBES } from "../../platform/observability/health.ts";
import type { RouteRedirect } from "../../shared/routing/route-matcher.ts";
import { encodePath } from "../../shared/routing/routes.ts";
import type { SharedRevision } from "../content/revision.ts";
import { OWN_PATH } from "../content/routing/place-pages.ts";
import type { RequestTarget } from "../http/request-target.ts";
import type { SendError } from "../http-cache/send-error.ts";
import { rejectInvalidTarget, sendMissingSite } from "./error-pages.ts";

interface RouteRulesOptions {
	/** Whether the site folder is missing or empty, without a last good version; absent: it is not. */
	readonly isMissing: (() => boolean) | undefined;
	readonly revision: () => SharedRevision;
	readonly sendError: SendError;
}

/**
 * Answers before the router what no route can answer, and applies the operator's rules: redirects before
 * other answers, headers after them.
 */
export const routeRules = fp<RouteRulesOptions>(
	async (site, { isMissing, revision, sendError }) => {
		site.addHook("onRequest", (request, reply, next) => {
			const { path } = request.target;
			if (isMissing?.() === true && !PROBES.has(path ?? "")) {
				return sendMissingSite(reply, revision().config.public);
			}
			const redirect = redirectFor(revision(), request.target);
			if (redirect !== undefined) {
				return reply.header("cache-control", "no-cache").redirect(redirect.to, redirect.status);
			}
			return rejectInvalidTarget(sendError, reply) ?? next();
		});
		site.addHook("onSend", (request, reply, _payload, next) => {
			const { path } = request.target;
			if (path !== undefined) reply.headers(revision().routeRules.matcher.headersFor(path));
			// After the rules: an operator sets headers for public pages.
			if (request.isPersonal || reply.isRefused) reply.header("cache-control", "private, no-store");
			next();
		});
	},
);

function redirectFor(
	{ routeRules: { matcher }, config }: SharedRevision,
	{ path, wantsPayload, query }: RequestTarget,
): RouteRedirect | undefined {
	// A rule such as `/**` does not apply to these paths. A payload contains redirects as data.
	if (path === undefined || wantsPayload || OWN_PATH.test(path)) return undefined;
	const location = { rawPath: encodePath(path), query, hash: "" };
	return matcher.redirectFor(location, config.public.basePath);
}
