import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import { isOfThisMachine } from "./is-of-this-machine.ts";
import { METRICS_MEDIA_TYPE, type Metrics } from "./metrics.ts";

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

/**
 * Serves the same on a port of its own, for the network that the operator lets reach it.
 *
 * @throws {Error} When the port is taken.
 */
export async function listenForMetrics(
	metrics: Metrics,
	address: { readonly host: string; readonly port: number },
): Promise<Server> {
	const server = createServer(({ url = "/" }, response) => {
		const isMetrics = url.split("?", 1)[0] === "/metrics";
		response.statusCode = isMetrics ? 200 : 404;
		response.setHeader("cache-control", "no-store");
		response.setHeader("content-type", isMetrics ? METRICS_MEDIA_TYPE : "text/plain");
		response.end(isMetrics ? metrics.render() : "There is nothing here\n");
	});
	// It ends with the process, which it does not keep alive.
	server.unref().listen(address);
	await once(server, "listening");
	return server;
}
