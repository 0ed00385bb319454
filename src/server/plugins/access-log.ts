import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import type { Logger } from "pino";
import { splitTarget } from "../../shared/routing/routes.ts";
import { OURSELVES } from "../answers/warm-up.ts";
import type { LogAnswer } from "../http/answer-log.ts";

export interface AccessLogOptions {
	readonly logAnswer: LogAnswer;
}

/**
 * One line for each answer: method, path, status and duration. No query string, no address
 * and no user agent, so that a log can be kept without being a record of people.
 */
export const accessLog = fp(registerAccessLog, { name: "access-log", fastify: "5.x" });

async function registerAccessLog(
	site: FastifyInstance,
	{ logAnswer }: AccessLogOptions,
): Promise<void> {
	site.addHook("onResponse", (request, reply, next) => {
		next();
		// What we ask ourselves is nobody's visit.
		if (request.raw.socket.remoteAddress === OURSELVES) return;
		// A child of the logger that the service was given: some routes want to be quiet.
		if (!(request.log as Logger).isLevelEnabled("info")) return;
		logAnswer({
			requestId: request.id,
			method: request.method,
			path: splitTarget(request.originalUrl).path,
			status: reply.statusCode,
			durationMs: reply.elapsedTime,
		});
	});
}
