import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import type { TraceReader } from "../../platform/observability/request-trace.ts";
import type { AnswerRecorder } from "../http/answer-metrics.ts";
import type { RequestTarget } from "../http/request-target.ts";
import { type AnswerSenderOptions, answerKey } from "./send-answer.ts";

export interface ServeFromCacheOptions extends AnswerSenderOptions {
	/** Whether the answer depends on more than the target. */
	readonly isNegotiated: (target: RequestTarget, headers: IncomingHttpHeaders) => boolean;
	readonly log: Logger;
	readonly record: AnswerRecorder;
	readonly readTrace: TraceReader;
}

export type KeptSender = ReturnType<typeof serveFromCache>;

/**
 * Sends cached answers before Fastify sees the request. An answer is cached with all its headers, and
 * only if it depends only on the request target. Routing and hooks would produce the same bytes.
 */
export function serveFromCache(options: ServeFromCacheOptions) {
	const { cache, canonicalQuery, isNegotiated, log, record, readTrace } = options;
	let isStopped = false;
	return {
		/** @returns Whether it sent a response; otherwise the response is untouched. */
		send(target: RequestTarget, request: IncomingMessage, response: ServerResponse): boolean {
			const { method, headers } = request;
			if (isStopped || (method !== "GET" && method !== "HEAD")) return false;
			if (isNegotiated(target, headers)) return false;
			const startedAt = performance.now();
			const key = answerKey(target, canonicalQuery());
			const answer = key === undefined ? undefined : cache.find(key);
			if (answer?.status === 404 && !prefersPage(headers.accept)) return false;
			const ready = answer?.readyFor(headers);
			if (ready === undefined) return false;
			const { status, body } = ready;
			// Node does not change the array, but its type requires a mutable one.
			response.writeHead(status, ready.headers as string[]);
			response.end(method === "HEAD" ? undefined : body);
			const durationMs = performance.now() - startedAt;
			const { id: reqId, traceId } = readTrace(request);
			const { path, sentPath } = target;
			const userAgent = headers["user-agent"];
			const answered = { path, sentPath, method, userAgent, status, durationMs, isKept: true };
			record(answered, log, { reqId, traceId });
			return true;
		},
		/** Passes all further requests to the framework, which closes their connections. */
		stop(): void {
			isStopped = true;
		},
	};
}

/** The framework negotiates with clients that may prefer problem details. */
function prefersPage(accept: string | undefined): boolean {
	return accept === undefined || accept === "*/*" || accept.startsWith("text/html,");
}
