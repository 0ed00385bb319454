import type { FastifyInstance, FastifyReply } from "fastify";
import { scriptJson } from "../../../shared/document/html.ts";
import { sendText } from "../../http/send-text.ts";
import { isServed } from "../evaluation/evaluate-flags.ts";
import type { FlagServiceOptions } from "../flag-service-options.ts";
import { readClientConfig, renderClientConfig } from "./client-config.ts";
import type { FindScript } from "./static-scripts.ts";

/** Registers the routes of the client configuration as JSON and as a script. Newer clients load it first. */
export function remoteConfig(
	service: FastifyInstance,
	options: FlagServiceOptions,
	findScript: FindScript,
): void {
	const route = (name: string, answer: (reply: FastifyReply) => FastifyReply): void => {
		service.get<{ Params: { token: string } }>(`/array/:token/${name}`, async (request, reply) => {
			if (request.params.token !== options.projectKey) return sendUnknownToken(reply);
			// Clients must receive a new flag at once.
			return answer(reply.header("cache-control", "no-cache"));
		});
	};
	route("config", (reply) => reply.send(renderRemoteConfig(options)));
	route("config.js", (reply) => reply.type(SCRIPT).send(renderConfigScript(options)));
	route("array.js", (reply) => {
		const library = findScript("array.js");
		if (library === undefined) return sendUnknownToken(reply);
		return reply.type(SCRIPT).send(renderConfigScript(options) + library.bytes.toString("utf8"));
	});
}

const SCRIPT = "text/javascript; charset=utf-8";

function renderRemoteConfig(options: FlagServiceOptions): Record<string, unknown> {
	return {
		token: options.projectKey,
		...renderClientConfig(readClientConfig(options.store.settings)),
		// If `false`, clients send no request for flags.
		hasFeatureFlags: options.catalog().flags.some(({ definition }) => isServed(definition)),
	};
}

function renderConfigScript(options: FlagServiceOptions): string {
	const config = scriptJson({ config: renderRemoteConfig(options), siteApps: [] });
	const token = scriptJson(options.projectKey);
	return `(function(){var c=window._POSTHOG_REMOTE_CONFIG=window._POSTHOG_REMOTE_CONFIG||{};c[${token}]=${config};})();\n`;
}

function sendUnknownToken(reply: FastifyReply): FastifyReply {
	return sendText(reply.header("cache-control", "no-store"), 404, "No such project");
}
