import type { FastifyRequest } from "fastify";
import { DASHBOARD_HEADER } from "../wire/dashboard/session.ts";

/**
 * Whether a request that changes something was sent by the dashboard itself.
 *
 * A cookie goes along with whatever any page of the same site makes a browser send, and the
 * site that is measured may well be a neighbor. So the browser must say that the page was
 * ours, and the page must have set a header that no form can set.
 */
export function isSameOrigin({ headers, host }: FastifyRequest): boolean {
	if (headers[DASHBOARD_HEADER] === undefined) return false;
	const site = headers["sec-fetch-site"];
	if (site !== undefined) return site === "same-origin";
	// Browsers before 2023 do not say it; all of them send the origin with what is not a GET.
	const { origin } = headers;
	if (origin === undefined || !URL.canParse(origin)) return false;
	const { protocol, host: originHost } = new URL(origin);
	const own = `${protocol}//${host}`;
	// Read the same way, a port that goes without saying is the same as one that is said.
	return URL.canParse(own) && new URL(own).host === originHost;
}

const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

export function isSafe({ method }: FastifyRequest): boolean {
	return SAFE_METHODS.has(method);
}
