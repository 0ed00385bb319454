import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import { WARM_UP_ADDRESS } from "../answers/warm-up.ts";
import type { AnswerCounter } from "../http/answer-metrics.ts";

/**
 * Counts each answer, and writes a line: method, path, status and duration. No query string, no address
 * and no user agent, so that a log can be kept without being a record of people.
 */
export const accessLog = fp(registerAccessLog, { name: "access-log", fastify: "5.x" });

async function registerAccessLog(
	site: FastifyInstance,
	{ count }: { readonly count: AnswerCounter },
): Promise<void> {
	site.addHook("onResponse", (request, reply, next) => {
		next();
		// Skip our own warm-up requests.
		if (request.raw.socket.remoteAddress === WARM_UP_ADDRESS) return;
		const { statusCode: status, elapsedTime: durationMs } = reply;
		const { method, headers, target } = request;
		const userAgent = headers["user-agent"];
		count({ path: target.path, method, userAgent, status, durationMs, isKept: false });
		request.log.info(
			{
				method,
				path: target.sentPath,
				status,
				durationMs: Math.round(durationMs * 10) / 10,
			},
			"Answered",
		);
	});
}
