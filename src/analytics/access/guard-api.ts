import type { FastifyInstance, FastifyRequest } from "fastify";
import { bearerKey } from "../http/bearer-key.ts";
import { refuseRequest } from "../http/refuse-request.ts";
import type { AnalyticsStore } from "../store/analytics-store.ts";
import { isSafe, isSameOrigin } from "./is-same-origin.ts";
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
