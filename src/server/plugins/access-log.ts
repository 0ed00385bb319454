import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import { splitTarget } from "../../shared/routes.ts";

/**
 * One line for each answer: method, path, status and duration. No query string, no address
 * and no user agent, so that a log can be kept without being a record of people.
 */
export const accessLog = fp(registerAccessLog, { name: "access-log", fastify: "5.x" });

async function registerAccessLog(site: FastifyInstance): Promise<void> {
	site.addHook("onResponse", async (request, reply) => {
		request.log.info(
			{
				method: request.method,
				path: splitTarget(request.originalUrl).path,
				status: reply.statusCode,
				durationMs: Math.round(reply.elapsedTime * 10) / 10,
			},
			"Answered",
		);
	});
}
