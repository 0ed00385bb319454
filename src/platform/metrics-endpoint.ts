import { once } from "node:events";
import type { Server, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import { isOfThisMachine } from "./is-of-this-machine.ts";
import { METRICS_MEDIA_TYPE, type Metrics } from "./metrics.ts";
import { createServer } from "./node-http.ts";

/** `/metrics` beside everything else, for this machine alone: what a proxy passes on is from elsewhere. */
export const metricsEndpoint = fp(registerMetrics, { name: "metrics-endpoint", fastify: "5.x" });

async function registerMetrics(
	service: FastifyInstance,
	{ metrics }: { readonly metrics: Metrics },
): Promise<void> {
	service.get("/metrics", { logLevel: "warn" }, async (request, reply) => {
		if (!isOfThisMachine(request.raw)) return reply.callNotFound();
		return reply
			.type(METRICS_MEDIA_TYPE)
			.header("cache-control", "no-store")
			.send(metrics.render());
	});
}

/** By path: returns JSON for operators, or `undefined` when the query has no result. */
export type OperatorPages = Readonly<
	Record<string, (query: URLSearchParams) => Promise<string | undefined>>
>;

/**
 * Serves the same on a port of its own, for the network that the operator lets reach it.
 *
 * @throws {Error} When the port is taken.
 */
export async function listenForMetrics(
	metrics: Metrics,
	address: { readonly host: string; readonly port: number },
	pages: OperatorPages = {},
): Promise<Server> {
	const server = createServer(({ url = "/" }, response) => {
		void answer(url, response);
	});
	// It ends with the process, which it does not keep alive.
	server.unref().listen(address);
	await once(server, "listening");
	return server;

	async function answer(url: string, response: ServerResponse): Promise<void> {
		const [path = "", query] = url.split("?", 2);
		const page = await pages[path]?.(new URLSearchParams(query));
		const body = path === "/metrics" ? metrics.render() : page;
		response.statusCode = body === undefined ? 404 : 200;
		response.setHeader("cache-control", "no-store");
		response.setHeader("content-type", mediaTypeOf(path, body));
		response.end(body ?? "There is nothing here\n");
	}
}

function mediaTypeOf(path: string, body: string | undefined): string {
	if (body === undefined) return "text/plain";
	return path === "/metrics" ? METRICS_MEDIA_TYPE : "application/json; charset=utf-8";
}
