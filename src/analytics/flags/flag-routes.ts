import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import { formatUuid } from "../../platform/format-uuid.ts";
import type { Metrics } from "../../platform/observability/metrics.ts";
import type { ForwardToProject } from "../projects/route-projects.ts";
import type { AnalyticsStore } from "../store/analytics-store.ts";
import { clientFeatures } from "./clients/client-features.ts";
import { decide } from "./clients/decide.ts";
import { localEvaluation } from "./clients/local-evaluation.ts";
import { remoteConfig } from "./clients/remote-config.ts";
import { createSecureKey } from "./clients/secure-key.ts";
import { createStaticScripts, staticScripts } from "./clients/static-scripts.ts";
import { createFlagCatalog } from "./flag-catalog.ts";

export interface FlagRoutesOptions {
	readonly store: AnalyticsStore;
	readonly metrics: Metrics;
	readonly projectKey: string;
	/** Handles requests with the key of another project. */
	readonly forwardToProject: ForwardToProject | undefined;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
	readonly randomBytes: (size: number) => Uint8Array;
	/** Whether it may read the flags of this project. */
	readonly isPersonalKey: (key: string) => boolean;
	/** The built scripts of clients. */
	readonly clientScriptsFolder: string;
}

/** Routes for clients, open to every origin. */
export const flagRoutes = fp(registerFlagRoutes, { name: "flag-routes", fastify: "5.x" });

async function registerFlagRoutes(
	service: FastifyInstance,
	{
		store,
		metrics,
		projectKey,
		forwardToProject,
		now,
		randomBytes,
		isPersonalKey,
		clientScriptsFolder,
	}: FlagRoutesOptions,
): Promise<void> {
	const count = metrics.counter(
		"analytics_flag_requests_total",
		"Requests to evaluate flags, by outcome",
	);
	const shared = {
		store,
		projectKey,
		forwardToProject,
		now,
		catalog: createFlagCatalog(store, (problems) => {
			service.log.error({ problems }, "Stored definitions cannot be used, or only in part");
		}),
		isProjectKey: (token: string) => token === projectKey,
		createUuid: () => formatUuid(Buffer.from(randomBytes(16)), 4),
		countRequest: (outcome: string) => count(`outcome="${outcome}"`),
	};
	const secureKey = createSecureKey(store.settings, randomBytes);
	const scripts = createStaticScripts(clientScriptsFolder);
	await service.register(decide, shared);
	await service.register(remoteConfig, { ...shared, scripts });
	await service.register(staticScripts, { scripts });
	await service.register(clientFeatures, shared);
	await service.register(localEvaluation, { ...shared, secureKey, isPersonalKey });
}
