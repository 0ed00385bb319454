import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import { splitTarget } from "../../shared/routes.ts";
import { OURSELVES } from "../page-cache/warm-up.ts";

/**
 * One line for each answer: method, path, status and duration. No query string, no address
 * and no user agent, so that a log can be kept without being a record of people.
 */
export const accessLog = fp(registerAccessLog, { name: "access-log", fastify: "5.x" });

async function registerAccessLog(site: FastifyInstance): Promise<void> {
	site.addHook("onResponse", (request, reply, next) => {
		next();
		// What we ask ourselves is nobody's visit.
		if (request.raw.socket.remoteAddress === OURSELVES) return;
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
