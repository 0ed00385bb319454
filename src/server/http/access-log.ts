import fp from "fastify-plugin";
import type { AnswerCounter } from "./answer-metrics.ts";

export interface AccessLogOptions {
	readonly count: AnswerCounter;
	/** Requests from this address are the service's own: they are not counted or logged. */
	readonly ownAddress: string;
}

/**
 * Counts each answer, and writes a line: method, path, status and duration. No query string, no address
 * and no user agent, so that a log can be kept without being a record of people.
 */
export const accessLog = fp<AccessLogOptions>(async (site, { count, ownAddress }) => {
	site.addHook("onResponse", (request, reply, next) => {
		next();
		if (request.raw.socket.remoteAddress === ownAddress) return;
		const { statusCode: status, elapsedTime: durationMs } = reply;
		const { method, headers, target, log } = request;
		const userAgent = headers["user-agent"];
		count({ path: target.path, method, userAgent, status, durationMs, isKept: false });
		const roundedMs = Math.round(durationMs * 10) / 10;
		log.info({ method, path: target.sentPath, status, durationMs: roundedMs }, "Answered");
	});
});
