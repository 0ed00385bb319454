import type { FastifyInstance } from "fastify";
import { describeDefinitionApi } from "../flags/describe-definition-api.ts";
import { type ApiAccess, guardApi } from "../guard-api.ts";
import type { ApiRoute } from "./api-route.ts";
import { exportRoutes } from "./export-events.ts";
import { type ImportOptions, importRoute } from "./import-events.ts";
import { eventsRoute } from "./list-events.ts";
import { LiveEvents } from "./live-events.ts";
import { liveRoute } from "./live-route.ts";
import { describeApi } from "./open-api.ts";
import { personRoutes } from "./person-routes.ts";
import { statsRoute } from "./stats.ts";

export interface QueryApiOptions extends ApiAccess, ImportOptions {}

/** Questions and answers for people's own scripts and for the dashboard. */
export async function queryApi(service: FastifyInstance, options: QueryApiOptions): Promise<void> {
	const live = new LiveEvents(options.store.events);
	service.addHook("preClose", async () => live.close());
	const routes = createRoutes(options, live);
	const description = describeApi(routes, describeDefinitionApi());
	service.get("/api/openapi.json", async () => description);
	service.register(async (guarded) => {
		guardApi(guarded, options);
		handOnBodies(guarded);
		for (const { method, path, handle } of routes) {
			// A HEAD of a stream would read all of it for nothing.
			guarded.route({ method, url: routerPath(path), exposeHeadRoute: false, handler: handle });
		}
	});
}

function createRoutes(options: QueryApiOptions, live: LiveEvents): readonly ApiRoute[] {
	const { store, now } = options;
	return [
		statsRoute({ rollUps: store.rollUps, now }),
		...exportRoutes(store.events),
		importRoute(options),
		eventsRoute(store),
		...personRoutes(store),
		liveRoute(live),
	];
}

/** Bodies can be larger than memory: they are handed on as they arrive. */
function handOnBodies(service: FastifyInstance): void {
	service.removeAllContentTypeParsers();
	service.addContentTypeParser("*", async (_request: unknown, body: unknown) => body);
}

/** `/persons/{id}` → `/persons/:id`. */
function routerPath(path: string): string {
	return path.replace(/\{(\w+)\}/g, ":$1");
}
