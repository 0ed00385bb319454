import { constants } from "node:zlib";
import compress from "@fastify/compress";
import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance } from "fastify";
import type { ApiRoute } from "../api/define-route.ts";
import { describeApi, type OpenApiDocument } from "../api/describe-api.ts";
import { createRouteGuard } from "../auth/guard-route.ts";
import { sessionRoutes } from "../auth/session-routes.ts";
import { userRoutes } from "../auth/user-routes.ts";
import { createAlerts } from "./alerts/alerts.ts";
import { deliveriesRoute } from "./alerts/deliveries-route.ts";
import type { ApiContext } from "./api-context.ts";
import { eventRoutes } from "./events/event-routes.ts";
import { liveRoute } from "./events/live-events.ts";
import { experimentRoute } from "./experiments/experiment-route.ts";
import { definitionRoutes } from "./flags/definition-routes.ts";
import { flagTrial } from "./flags/flag-trial.ts";
import { personRoutes } from "./persons/person-routes.ts";
import { type AskEngineOptions, createAskEngine } from "./questions/ask-engine.ts";
import { questionRoutes } from "./questions/question-routes.ts";
import { savedRoutes } from "./questions/saved-routes.ts";
import { markRoutes } from "./reports/mark-routes.ts";
import { reportRoutes } from "./reports/report-routes.ts";
import { keyRoutes } from "./settings/key-routes.ts";
import { projectRoutes } from "./settings/project-routes.ts";
import { changesRoute, settingsRoutes } from "./settings/settings-routes.ts";
import { shareRoutes } from "./shares/share-routes.ts";
import type { QueryThreads } from "./thread-answers.ts";
import { ReadingThreads } from "./threads/reading-threads.ts";
import { exportRoutes } from "./transfer/export-events.ts";
import { importRoutes } from "./transfer/import-events.ts";

export interface QueryApiOptions extends Omit<ApiContext, "threads" | "ask"> {
	/** ClickHouse, if events are also shipped there. */
	readonly shipping: AskEngineOptions["shipping"];
}

/** Registers the API for the dashboard and for scripts of users. */
export async function queryApi(service: FastifyInstance, options: QueryApiOptions): Promise<void> {
	// Awaited: it changes the routes that are registered after it.
	await service.register(compress, {
		encodings: ["br", "gzip"],
		globalDecompression: false,
		// The live stream must not be buffered.
		customTypes: /^text\/(?!event-stream)|^application\/(?:.+\+)?jsonl?\b/,
		// Compressed for each request: the best quality takes more time than it saves.
		brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
	});
	await service.register(rateLimit, { global: false });
	const closing = new AbortController();
	const threads: QueryThreads = new ReadingThreads(options.store.path);
	service.addHook("preClose", async () => {
		clearInterval(looking);
		closing.abort();
		await threads.close();
	});
	const context = { ...options, threads, ask: createAskEngine({ ...options, threads }) };
	const alerts = createAlerts({
		...context,
		allowedHosts: options.webhookHosts,
		newErrors: (question) => threads.ask("new-errors", question, { destroyed: false }),
		log: service.log,
	});
	const looking = setInterval(() => {
		alerts.run().catch((error: unknown) => service.log.error({ err: error }, "Alerts failed"));
	}, ALERTS_INTERVAL_MS).unref();
	const routes = [...createRoutes(context, closing.signal), deliveriesRoute(context, alerts)];
	let description: OpenApiDocument | undefined;
	service.get("/api/openapi.json", async () => {
		// Built on the first request: at startup it would delay the service.
		description ??= describeApi(routes);
		return description;
	});
	// Routes of clients allow every origin; these allow only the dashboard's.
	for (const url of ["/api/v1/*", "/api/session", "/api/password", "/api/invitation"]) {
		service.options(url, async (_request, reply) => reply.code(405).send());
	}
	const guard = createRouteGuard(service, options);
	const register = (scope: FastifyInstance, chosen: (route: ApiRoute) => boolean): void => {
		for (const route of routes.filter(chosen)) registerRoute(scope, route, { ...options, guard });
	};
	register(service, ({ streamsBody }) => streamsBody !== true);
	service.register(async (streaming) => {
		// Bodies can be larger than memory: the handler reads them as a stream.
		streaming.removeAllContentTypeParsers();
		streaming.addContentTypeParser("*", async (_request: unknown, body: unknown) => body);
		register(streaming, ({ streamsBody }) => streamsBody === true);
	});
}

const ALERTS_INTERVAL_MS = 60_000;

/** Definitions of a thousand flags fit. */
const MAX_BODY_BYTES = 1024 * 1024;

/** Registers a route. The only function that adds the guard and logs changes. */
function registerRoute(
	service: FastifyInstance,
	route: ApiRoute,
	options: QueryApiOptions & { readonly guard: ReturnType<typeof createRouteGuard> },
): void {
	const { guard, access, now, projectId: project } = options;
	const { method, path, handle, streamsBody, summary, maxBodyBytes = MAX_BODY_BYTES } = route;
	service.route({
		method,
		// `/persons/{id}` → `/persons/:id`.
		url: path.replace(/\{(\w+)\}/g, ":$1"),
		// A HEAD request would read the whole stream for nothing.
		exposeHeadRoute: false,
		...(streamsBody === true ? {} : { bodyLimit: maxBodyBytes }),
		onRequest: async (request, reply) => guard(route, request, reply),
		handler: async (request, reply) =>
			handle(request, reply, (target) => {
				const who = request.caller?.name ?? "";
				access.changes.add({ at: now(), who, what: summary, target, project });
			}),
	});
}

function createRoutes(context: ApiContext, closing: AbortSignal): readonly ApiRoute[] {
	const { projects } = context;
	return [
		...(projects === undefined
			? []
			: [
					...sessionRoutes(context),
					...userRoutes(context),
					...projectRoutes(projects),
					...keyRoutes(context),
					changesRoute(context),
				]),
		...questionRoutes(context),
		...savedRoutes(context),
		experimentRoute(context),
		...markRoutes(context),
		...shareRoutes(context),
		...reportRoutes(context),
		...exportRoutes(context),
		...importRoutes(context),
		...eventRoutes(context),
		liveRoute(context, closing),
		...personRoutes(context),
		...definitionRoutes(context),
		flagTrial(context),
		...settingsRoutes(context),
	];
}
