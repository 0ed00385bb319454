import type { FastifyInstance, FastifyReply } from "fastify";
import fp from "fastify-plugin";
import { scriptJson } from "../../../shared/document/html.ts";
import { isServed } from "../evaluation/evaluate-flags.ts";
import type { FlagServiceOptions } from "../flag-service-options.ts";
import { readClientConfig, renderClientConfig } from "./client-config.ts";
import type { StaticScripts } from "./static-scripts.ts";

export interface RemoteConfigOptions extends FlagServiceOptions {
	readonly scripts: StaticScripts;
}

/** The configuration of clients, which newer ones load first: as JSON and as a script. */
export const remoteConfig = fp(registerRemoteConfig, { name: "remote-config", fastify: "5.x" });

interface TokenParams {
	readonly token: string;
}

async function registerRemoteConfig(
	service: FastifyInstance,
	options: RemoteConfigOptions,
): Promise<void> {
	service.get<{ Params: TokenParams }>("/array/:token/config", async ({ params }, reply) => {
		if (!options.isProjectKey(params.token)) return sendUnknownToken(reply);
		return revalidated(reply).send(renderRemoteConfig(options));
	});
	service.get<{ Params: TokenParams }>("/array/:token/config.js", async ({ params }, reply) => {
		if (!options.isProjectKey(params.token)) return sendUnknownToken(reply);
		return revalidated(reply).type(SCRIPT).send(renderConfigScript(options));
	});
	service.get<{ Params: TokenParams }>("/array/:token/array.js", async ({ params }, reply) => {
		if (!options.isProjectKey(params.token)) return sendUnknownToken(reply);
		const library = options.scripts.find("array.js");
		if (library === undefined) return sendUnknownToken(reply);
		const script = `${renderConfigScript(options)}${library.bytes.toString("utf8")}`;
		return revalidated(reply).type(SCRIPT).send(script);
	});
}

const SCRIPT = "text/javascript; charset=utf-8";

function renderRemoteConfig(options: FlagServiceOptions): Record<string, unknown> {
	return {
		token: options.projectKey,
		...renderClientConfig(readClientConfig(options.store.settings)),
		// Without flags, clients do not ask for them.
		hasFeatureFlags: options.catalog().flags.some(({ definition }) => isServed(definition)),
	};
}

function renderConfigScript(options: FlagServiceOptions): string {
	const config = scriptJson({ config: renderRemoteConfig(options), siteApps: [] });
	const token = scriptJson(options.projectKey);
	return `(function(){var c=window._POSTHOG_REMOTE_CONFIG=window._POSTHOG_REMOTE_CONFIG||{};c[${token}]=${config};})();\n`;
}

/** Clients must see a new flag at once. */
function revalidated(reply: FastifyReply): FastifyReply {
	return reply.header("cache-control", "no-cache");
}

function sendUnknownToken(reply: FastifyReply): FastifyReply {
	return reply
		.code(404)
		.header("cache-control", "no-store")
		.type("text/plain; charset=utf-8")
		.send("No such project");
}
