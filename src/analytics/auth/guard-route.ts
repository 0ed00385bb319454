import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { RouteAccess } from "../api/define-route.ts";
import { DASHBOARD_HEADER, hasRole } from "../api-types/session.ts";
import { bearerKey } from "../http/bearer-key.ts";
import { refuseRequest } from "../http/refuse-request.ts";
import { type Caller, type Callers, mayUse } from "./callers.ts";

declare module "fastify" {
	interface FastifyRequest {
		/** Sender of the request; `undefined` for an outsider. */
		caller: Caller | undefined;
	}
}

export interface RouteGuardOptions {
	readonly callers: Pick<Callers, "find" | "renew">;
	/** Id of the requested project. */
	readonly projectId: string;
}

/** Requests with unknown credentials. An open dashboard with an ended session sends some dozens. */
const UNKNOWN_CREDENTIALS = { max: 300, timeWindow: 60_000 };

/** Refuses callers without the rights that a route needs, before reading the bodies. */
export function createRouteGuard(
	service: FastifyInstance,
	{ callers, projectId }: RouteGuardOptions,
) {
	service.decorateRequest("caller", undefined);
	const unknown = service.createRateLimit(UNKNOWN_CREDENTIALS);
	return async (access: RouteAccess, request: FastifyRequest, reply: FastifyReply) => {
		reply
			.header("cache-control", "no-store")
			.header("cross-origin-resource-policy", "same-origin")
			.header("x-content-type-options", "nosniff");
		const cookie = await callers.renew(request);
		if (cookie !== undefined) reply.header("set-cookie", cookie);
		request.caller = callers.find(request);
		const refusal = findRefusal(access, request, projectId);
		if (refusal === undefined) return undefined;
		const [status, problem] = refusal;
		if (status !== 401) return refuseRequest(reply, status, [problem]);
		const guesses = hasCredentials(request) ? await unknown(request) : { isAllowed: true as const };
		if (!guesses.isAllowed && guesses.isExceeded) {
			request.log.warn("Too many unknown sessions or keys: refused");
			return refuseRequest(reply, 429, [TOO_MANY]);
		}
		reply.header("www-authenticate", "Bearer");
		return refuseRequest(reply, 401, [problem]);
	};
}

type Refusal = readonly [status: 401 | 403, problem: string];

function findRefusal(
	{ role, needsSession, scope }: RouteAccess,
	request: FastifyRequest,
	projectId: string,
): Refusal | undefined {
	const { caller } = request;
	const isBrowser = role === "outsider" || caller?.isBrowser === true;
	const isChange = !SAFE_METHODS.has(request.method);
	if (isBrowser && isChange && !isSameOrigin(request)) return [403, CROSS_SITE];
	if (role === "outsider") return undefined;
	if (caller === undefined) return [401, KEY_NEEDED];
	if (!hasRole(caller.role, role)) {
		return [403, `The role ${role} is needed: current role is ${caller.role}`];
	}
	if (needsSession && !caller.isBrowser) return [403, SESSION_NEEDED];
	if (scope === "own-account") return undefined;
	if (scope === "all-projects") {
		return caller.projects === undefined ? undefined : [403, ALL_PROJECTS_NEEDED];
	}
	return mayUse(caller, projectId) ? undefined : [403, OTHER_PROJECT];
}

const KEY_NEEDED = "A personal API key is needed: Authorization: Bearer {key}";
const SESSION_NEEDED = "Sign in to the dashboard for this: a personal API key is not enough";
const ALL_PROJECTS_NEEDED = "Access to all projects is needed for this";
const OTHER_PROJECT = "This user or key has no access to this project";
const CROSS_SITE =
	"A change must come from the dashboard itself: same origin, with the header x-loggia-dashboard";
const TOO_MANY = "Too many unknown sessions or keys: try again in a minute";

function hasCredentials(request: FastifyRequest): boolean {
	const { cookie } = request.headers;
	return bearerKey(request) !== undefined || cookie?.includes("loggia=") === true;
}

/**
 * Whether the dashboard itself sent a request that changes data.
 *
 * A browser adds the cookie to requests from every page of the same site, and the measured
 * pages may belong to it. So the browser must report the same origin, and the page must set
 * a header that no form can set.
 */
function isSameOrigin({ headers, host }: FastifyRequest): boolean {
	if (headers[DASHBOARD_HEADER] === undefined) return false;
	const site = headers["sec-fetch-site"];
	if (site !== undefined) return site === "same-origin";
	// Browsers before 2023 lack `sec-fetch-site`. All browsers send `origin`, except with GET.
	const { origin } = headers;
	if (origin === undefined || !URL.canParse(origin)) return false;
	const { protocol, host: originHost } = new URL(origin);
	const own = `${protocol}//${host}`;
	// Parsing removes a default port, so that an implicit and an explicit one are equal.
	return URL.canParse(own) && new URL(own).host === originHost;
}

const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);
