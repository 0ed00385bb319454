import type { FastifyRequest } from "fastify";
import { SERVER_LIBRARIES } from "../../wire/server-libraries.ts";
import type { Runtime } from "./flag-request.ts";

/** Clients for apps, by user agent. */
const APP_LIBRARIES = /^posthog-(?:android|flutter|ios|react-native)\b/;

/** @returns The runtime of a client by its headers. Unknown ones count as servers. */
export function runtimeOf({ headers }: Pick<FastifyRequest, "headers">): Runtime {
	const agent = headers["user-agent"] ?? "";
	// First, because requests of some servers have headers of browsers.
	if (SERVER_LIBRARIES.has(agent.split("/", 1)[0])) return "server";
	const isOfPage = headers.origin !== undefined || agent.startsWith("Mozilla/");
	return isOfPage || APP_LIBRARIES.test(agent) ? "client" : "server";
}
