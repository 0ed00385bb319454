import Fastify, {
	type FastifyBaseLogger,
	type FastifyInstance,
	type FastifyReply,
	type FastifyRequest,
	LogController,
} from "fastify";
import type { Logger } from "pino";
import { loadShedding } from "../platform/load-shedding.ts";
import { health } from "../platform/observability/health.ts";
import { type Metrics, metricsEndpoint } from "../platform/observability/metrics.ts";
import { createTraceReader } from "../platform/observability/request-trace.ts";
import type { SignInPlace } from "../platform/sign-in/sign-in.ts";
import { SIGN_IN_PREFIX } from "../shared/page/user.ts";
import { createCallers, mayUse, type Provider } from "./auth/callers.ts";
import { createSessions } from "./auth/sessions.ts";
import type { AnalyticsConfig } from "./config.ts";
import { dashboardFiles } from "./dashboard-files.ts";
import { flagRoutes } from "./flags/flag-routes.ts";
import { cors } from "./http/cors.ts";
import { MAX_UNPACKED_BYTES } from "./http/decode-body.ts";
import { answerError, answerNotFound } from "./http/error-handler.ts";
import { acceptRawBodies } from "./http/raw-bodies.ts";
import { refuseRequest } from "./http/refuse-request.ts";
import { capture } from "./ingest/capture.ts";
import { CaptureWatch } from "./ingest/capture-watch.ts";
import { createIgnoredAddresses } from "./ingest/ignored-addresses.ts";
import type { FindPlace } from "./ingest/places.ts";
import { createSteps } from "./ingest/steps.ts";
import type { Projects } from "./projects/projects.ts";
import { forwardByKey, routeByKey, routeByPath } from "./projects/route-projects.ts";
import { queryApi } from "./query/query-api.ts";
import { createShares } from "./query/shares/shares.ts";
import type { Shipping } from "./start-shipping.ts";
import type { AnalyticsStore } from "./store/analytics-store.ts";
import type { ShipperStatus } from "./store/clickhouse/shipper.ts";
import { DAMAGE_ADVICE } from "./store/database/damage.ts";
import { type ClockGuard, describePause } from "./store/file/clock-guard.ts";
import type { LostFile } from "./store/file/lost-file.ts";
import type { LimitSettings } from "./store/settings/limit-settings.ts";

/** A store, and the limits and the clock guard for its maintenance. */
export interface Maintained {
	readonly store: AnalyticsStore;
	readonly limits: LimitSettings;
	readonly clock: ClockGuard;
}

export interface AnalyticsDependencies extends Maintained, AnalyticsConfig {
	readonly metrics: Metrics;
	readonly log: Logger;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
	readonly randomBytes: (size: number) => Uint8Array;
	/** The further projects; `undefined` in the service of a further project. */
	readonly projects: Projects | undefined;
	readonly projectId: string;
	/** Identity provider; absent: only the dashboard's own users can sign in. */
	readonly provider: Provider | undefined;
	/** Users with their sessions, keys and changes; all projects share them. */
	readonly access: Pick<AnalyticsStore, "users" | "signIns" | "apiKeys" | "changes">;
	readonly findPlace?: FindPlace | undefined;
	/** ClickHouse and the status of its shipper; absent: the store is the only database. */
	readonly shipping: Pick<Shipping, "clickHouse" | "status"> | undefined;
	/** Folder of the dashboard's build. */
	readonly dashboardFolder: string;
	/** Folder of the scripts that clients load. */
	readonly clientScriptsFolder: string;
	/** Mean delay of callbacks in the last second. */
	readonly loopDelayMs: () => number;
	/** Whether the process has received the signal to stop. */
	readonly isDraining: () => boolean;
}

/**
 * Time limit of the longest import, since Node has one limit for all requests. Bodies that
 * `raw-bodies.ts` reads have a shorter limit.
 */
const REQUEST_TIMEOUT_MS = 60 * 60 * 1_000;

/** Creates the service. Plugins run in the order of their registration here. */
export function createAnalyticsService(dependencies: AnalyticsDependencies): FastifyInstance {
	const { store, metrics, log, trustedProxies, now, projects, access, shipping } = dependencies;
	const sessions = createSessions({ ...dependencies, signIns: access.signIns });
	const callers = createCallers({ ...dependencies, sessions });
	// Fastify's wider type: otherwise every plugin would need the type of pino.
	const loggerInstance: FastifyBaseLogger = log;
	const readTrace = createTraceReader(trustedProxies);
	const service = Fastify({
		loggerInstance,
		trustProxy: [...trustedProxies],
		requestIdHeader: false,
		genReqId: (request) => readTrace(request).id,
		childLoggerFactory: (logger, bindings, options, request) => {
			const { traceId } = readTrace(request);
			return logger.child(traceId === undefined ? bindings : { ...bindings, traceId }, options);
		},
		bodyLimit: MAX_UNPACKED_BYTES,
		requestTimeout: REQUEST_TIMEOUT_MS,
		connectionTimeout: 60_000,
		// All routes accept a final slash: a redirect would turn a POST into a GET.
		// A distinct id in a path has up to 200 characters of up to four bytes each.
		routerOptions: { ignoreTrailingSlash: true, maxParamLength: 800 },
		schemaController: { compilersFactory: WITHOUT_SCHEMAS },
		// Thousands of events a second would cause thousands of lines. Errors are still logged.
		logController: new LogController({ disableRequestLogging: true }),
	});
	metrics.gauge(
		"analytics_store_bytes",
		"Size of the store's file in use",
		() => store.status().fileBytes,
	);
	metrics.gauge(
		"analytics_texts_refused",
		"New texts above the limit of a day, since the start",
		() => store.status().refusedTexts,
	);
	metrics.gauge("analytics_store_damaged", "1 when part of the store's file cannot be read", () =>
		store.status().damage === undefined ? 0 : 1,
	);
	metrics.gauge(
		"analytics_clickhouse_waiting_seconds",
		"Age of the oldest event that waits for ClickHouse",
		() => {
			const since = shipping?.status().waitingSince;
			return since === undefined ? 0 : (now() - since) / 1000;
		},
	);
	if (shipping !== undefined) {
		metrics.gauge(
			"analytics_clickhouse_waiting_events",
			"Events that wait for ClickHouse",
			() => shipping.status().waiting,
		);
	}
	service.addHook("onError", async (_request, _reply, error) => store.noteDamage(error));
	if (log.isLevelEnabled("debug")) service.addHook("onResponse", logAnswer);
	acceptRawBodies(service);
	service.setErrorHandler(answerError);
	service.setNotFoundHandler(answerNotFound);
	service.register(health, { readiness: () => readiness(dependencies) });
	service.register(metricsEndpoint, { metrics });
	const ignored = createIgnoredAddresses(store.settings);
	const steps = createSteps({ ...dependencies, salts: store.salts, gate: store.gate });
	const watch = new CaptureWatch(steps, now());
	const forwardToProject = projects && forwardByKey(projects);
	if (projects !== undefined) routeByPath(service, projects);
	service.register(async (open) => {
		cors(open);
		if (projects !== undefined) routeByKey(open, projects);
		open.register(capture, {
			...dependencies,
			forwardToProject,
			steps,
			retentionDays: () => dependencies.limits.limits().retentionDays,
			isIgnored: ignored.has,
			observe: (seen) => watch.observe(seen),
		});
		// Capture has no load shedding: a refused client would send its events again.
		open.register(async (flags) => {
			flags.register(loadShedding, dependencies);
			const isPersonalKey = (text: string): boolean => {
				const caller = callers.withKey(text);
				return caller !== undefined && mayUse(caller, dependencies.projectId);
			};
			flags.register(flagRoutes, { ...dependencies, forwardToProject, isPersonalKey });
		});
	});
	const shares = createShares({ ...dependencies, documents: store.documents });
	service.register(queryApi, { ...dependencies, sessions, callers, shares, watch, ignored });
	const routes = projects && dependencies.provider?.routes;
	if (routes !== undefined) {
		service.register(async (scope) => routes(scope, SIGN_IN_PLACE), { prefix: SIGN_IN_PREFIX });
	}
	service.register(dashboardFiles, { ...dependencies, framedBy: shares.framedBy });
	service.addHook("onReady", async () => projects?.ready());
	service.addHook("preClose", async () => projects?.close());
	service.addHook("onClose", async () => store.close());
	return service;
}

/** The dashboard, as the service that users of an identity provider sign in to. */
const SIGN_IN_PLACE: SignInPlace = {
	originOf: ({ protocol, host }) => `${protocol}://${host}`,
	basePath: () => "",
	prefix: SIGN_IN_PREFIX,
	refuse: (reply, status, message) => refuseRequest(reply, status, [message]),
};

/** Logs a response at level `debug`, for the search for one request: events cause too many lines. */
async function logAnswer(request: FastifyRequest, { statusCode }: FastifyReply): Promise<void> {
	const [path] = request.url.split("?", 1);
	request.log.debug({ method: request.method, path, status: statusCode }, "Answered");
}

/**
 * Zod reads bodies and queries. No route uses Fastify's compilers, which would take a tenth of the
 * start time.
 */
const WITHOUT_SCHEMAS = { buildValidator: refuseSchema, buildSerializer: refuseSchema };

function refuseSchema(): never {
	throw new TypeError(
		"Routes must have no schema for Fastify: queries and bodies are read with zod",
	);
}

function readiness({ store, clock, shipping, isDraining }: AnalyticsDependencies) {
	const { failing, isFull, setAside, schemaVersion, lost, damage } = store.status();
	const pausedUntil = clock.pausedUntil();
	const problems = [
		lost && describeLoss(lost),
		failing && "The last events could not be written",
		damage && DAMAGE_ADVICE,
		setAside && `A damaged file was set aside as "${setAside}"`,
		describeShipping(shipping?.status()),
		isFull && "The file is full of events that wait for ClickHouse",
		pausedUntil && describePause(pausedUntil),
	].filter((problem) => typeof problem === "string");
	return {
		ready: !failing && !isFull && lost === undefined && !isDraining(),
		details: { schemaVersion, problems },
	};
}

/** This problem does not affect readiness: the store accepts events until its file is full. */
function describeShipping(status: ShipperStatus | undefined): string | undefined {
	if (status?.awaySince === undefined) return undefined;
	const since = new Date(status.awaySince).toISOString();
	return `ClickHouse has accepted no events since ${since}: ${status.waiting} are queued`;
}

function describeLoss({ savedAs }: LostFile): string {
	const saved = savedAs === undefined ? "could not be saved" : `was saved as "${savedAs}"`;
	return `The file was deleted or replaced while in use; its data ${saved}: restore the file, and restart the service`;
}
