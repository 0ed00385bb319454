import type { FastifyInstance } from "fastify";
import { clientFeatures } from "./clients/client-features.ts";
import { decide } from "./clients/decide.ts";
import { localEvaluation } from "./clients/local-evaluation.ts";
import { remoteConfig } from "./clients/remote-config.ts";
import { createStaticScripts, staticScripts } from "./clients/static-scripts.ts";
import { createFlagCatalog } from "./flag-catalog.ts";
import type { FlagServiceOptions } from "./flag-service-options.ts";

export interface FlagRoutesOptions extends Omit<FlagServiceOptions, "catalog"> {
	/** Folder of the built client scripts. */
	readonly clientScriptsFolder: string;
}

/** Registers the routes for clients, open to every origin. */
export async function flagRoutes(
	service: FastifyInstance,
	options: FlagRoutesOptions,
): Promise<void> {
	const catalog = createFlagCatalog(options.store, (problems) => {
		service.log.error({ problems }, "Stored definitions cannot be used, or only in part");
	});
	const shared = { ...options, catalog };
	const findScript = createStaticScripts(options.clientScriptsFolder);
	decide(service, shared);
	remoteConfig(service, shared, findScript);
	staticScripts(service, findScript);
	clientFeatures(service, shared);
	localEvaluation(service, shared);
}
