import type { FastifyRequest } from "fastify";
import { SERVER_LIBRARIES } from "../../wire/server-libraries.ts";
import type { Runtime } from "./flag-request.ts";

/** Clients for apps, which say who they are. */
const APP_LIBRARIES = /^posthog-(?:android|flutter|ios|react-native)\b/;

/**
 * Says where a request for flags comes from: out of a browser or an app, or from a server, for which
 * whatever else there is counts.
 */
export function runtimeOf({ headers }: Pick<FastifyRequest, "headers">): Runtime {
	const agent = headers["user-agent"] ?? "";
	// Named first: on some servers, requests have headers of browsers.
	if (SERVER_LIBRARIES.has(agent.split("/", 1)[0])) return "server";
	const isOfPage = headers.origin !== undefined || agent.startsWith("Mozilla/");
	return isOfPage || APP_LIBRARIES.test(agent) ? "client" : "server";
}
