import type { FastifyInstance, FastifyRequest } from "fastify";
import { bearerKey } from "../http/bearer-key.ts";
import { refuseRequest } from "../http/refuse-request.ts";
import type { AnalyticsStore } from "../store/analytics-store.ts";
import { DASHBOARD_HEADER } from "../wire/dashboard/session.ts";
import type { Sessions } from "./sessions.ts";

export interface ApiAccess {
	readonly store: AnalyticsStore;
	/** Who is signed in to the dashboard, and may use what the holders of a personal API key may. */
	readonly sessions: Pick<Sessions, "find">;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
}

/**
 * Requires a key or a session for the routes beside it, and forbids caches to store the answers.
 */
export function guardApi(service: FastifyInstance, access: ApiAccess): void {
	service.addHook("onRequest", async (request, reply) => {
		reply
			.header("cache-control", "no-store")
			.header("cross-origin-resource-policy", "same-origin")
			.header("x-content-type-options", "nosniff");
		if (hasKey(request, access)) return undefined;
		if (access.sessions.find(request) === undefined) {
			reply.header("www-authenticate", "Bearer");
			return refuseRequest(request, reply, { status: 401, problems: [KEY_NEEDED] });
		}
		if (isSafe(request) || isSameOrigin(request)) return undefined;
		return refuseRequest(request, reply, { status: 403, problems: [CROSS_SITE] });
	});
}

/** Signing in needs no session, but must be asked for by the dashboard. */
export function guardSignIn(service: FastifyInstance): void {
	service.addHook("onRequest", async (request, reply) => {
		reply.header("cache-control", "no-store").header("x-content-type-options", "nosniff");
		if (isSafe(request) || isSameOrigin(request)) return undefined;
		return refuseRequest(request, reply, { status: 403, problems: [CROSS_SITE] });
	});
}

const KEY_NEEDED = "A personal API key is needed: Authorization: Bearer {key}";

const CROSS_SITE =
	"A change must come from the dashboard itself: same origin, with the header x-loggia-dashboard";

function hasKey(request: FastifyRequest, { store, now }: ApiAccess): boolean {
	const text = bearerKey(request);
	const key = text === undefined ? undefined : store.apiKeys.find(text);
	if (key === undefined) return false;
	store.apiKeys.used(key, now());
	return true;
}

/**
 * Whether a request that changes something was sent by the dashboard itself.
 *
 * A cookie goes along with whatever any page of the same site makes a browser send, and the
 * site that is measured may well be a neighbor. So the browser must say that the page was
 * ours, and the page must have set a header that no form can set.
 */
function isSameOrigin({ headers, host }: FastifyRequest): boolean {
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

function isSafe({ method }: FastifyRequest): boolean {
	return SAFE_METHODS.has(method);
}
