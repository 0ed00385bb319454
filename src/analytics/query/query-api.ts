import { constants } from "node:zlib";
import compress from "@fastify/compress";
import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance } from "fastify";
import { createRouteGuard } from "../access/guard-route.ts";
import { sessionRoutes } from "../access/session-routes.ts";
import { userRoutes } from "../access/user-routes.ts";
import { createAlerts } from "./alerts/alerts.ts";
import { deliveriesRoute } from "./alerts/deliveries-route.ts";
import type { ApiRoute } from "./api/define-route.ts";
import { describeApi, type OpenApiDocument } from "./api/describe-api.ts";
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
	/** Where all events are, if that is not the file alone. */
	readonly shipping: AskEngineOptions["shipping"];
}

/** Questions and answers for people's own scripts and for the dashboard. */
export async function queryApi(service: FastifyInstance, options: QueryApiOptions): Promise<void> {
	// Awaited: it changes the routes that come after it.
	await service.register(compress, {
		encodings: ["br", "gzip"],
		globalDecompression: false,
		// The live stream must not be buffered.
		customTypes: /^text\/(?!event-stream)|^application\/(?:.+\+)?jsonl?\b/,
		// Compressed for each request: the best quality takes longer than it saves.
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
		// Made for the first request: it would lengthen the start.
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
		// Bodies can be larger than memory: they are handed on as they arrive.
		streaming.removeAllContentTypeParsers();
		streaming.addContentTypeParser("*", async (_request: unknown, body: unknown) => body);
		register(streaming, ({ streamsBody }) => streamsBody === true);
	});
}

const ALERTS_INTERVAL_MS = 60_000;

/** Definitions of a thousand flags fit. */
const MAX_BODY_BYTES = 1024 * 1024;

/** The one place where routes get their guard, and changes are recorded. */
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
