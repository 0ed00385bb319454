import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import { WARM_UP_ADDRESS } from "../answers/warm-up.ts";

/**
 * One line for each answer: method, path, status and duration. No query string, no address
 * and no user agent, so that a log can be kept without being a record of people.
 */
export const accessLog = fp(registerAccessLog, { name: "access-log", fastify: "5.x" });

async function registerAccessLog(site: FastifyInstance): Promise<void> {
	site.addHook("onResponse", (request, reply, next) => {
		next();
		// Skip our own warm-up requests.
		if (request.raw.socket.remoteAddress === WARM_UP_ADDRESS) return;
		request.log.info(
			{
				method: request.method,
				path: request.target.sentPath,
				status: reply.statusCode,
				durationMs: Math.round(reply.elapsedTime * 10) / 10,
			},
			"Answered",
		);
	});
}
