import type { FastifyInstance } from "fastify";
import { type ApiAccess, guardApi } from "../guard-api.ts";
import type { ApiRoute } from "./api-route.ts";
import { exportRoutes } from "./export-events.ts";
import { statsRoute } from "./stats.ts";

export interface QueryApiOptions extends ApiAccess {
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
}

/** Questions and answers for people's own scripts and for the dashboard. */
export async function queryApi(service: FastifyInstance, options: QueryApiOptions): Promise<void> {
	guardApi(service, options);
	for (const { method, path, handle } of createRoutes(options)) {
		// A HEAD of a stream would read all of it for nothing.
		service.route({ method, url: routerPath(path), exposeHeadRoute: false, handler: handle });
	}
}

function createRoutes({ store, now }: QueryApiOptions): readonly ApiRoute[] {
	return [statsRoute({ rollUps: store.rollUps, now }), ...exportRoutes(store.events)];
}

/** `/persons/{id}` → `/persons/:id`. */
function routerPath(path: string): string {
	return path.replace(/\{(\w+)\}/g, ":$1");
}
