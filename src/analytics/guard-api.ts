import type { FastifyInstance, FastifyRequest } from "fastify";
import { bearerKey } from "./bearer-key.ts";
import { refuseRequest } from "./refuse-request.ts";
import type { AnalyticsStore } from "./store/analytics-store.ts";

export interface ApiAccess {
	readonly store: AnalyticsStore;
	/** Others who may use the API, beside the holders of a personal API key. */
	readonly isSignedIn?: (request: FastifyRequest) => boolean;
}

/** Lets nobody but the holders of a key use the routes beside it, and nobody keep the answers. */
export function guardApi(service: FastifyInstance, access: ApiAccess): void {
	service.addHook("onRequest", async (request, reply) => {
		reply.header("cache-control", "no-store");
		if (mayUse(request, access)) return undefined;
		reply.header("www-authenticate", "Bearer");
		return refuseRequest(request, reply, { status: 401, problems: [KEY_NEEDED] });
	});
}

const KEY_NEEDED = "A personal API key is needed: Authorization: Bearer {key}";

function mayUse(request: FastifyRequest, { store, isSignedIn }: ApiAccess): boolean {
	const key = bearerKey(request);
	if (key !== undefined && store.apiKeys.find(key) !== undefined) return true;
	return isSignedIn?.(request) ?? false;
}
