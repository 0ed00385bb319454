import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import type { TraceReader } from "../../platform/request-trace.ts";
import type { AnswerCounter } from "../http/answer-metrics.ts";
import type { RequestTarget } from "../http/request-target.ts";
import type { ReadyAnswer } from "./answer.ts";
import type { AnswerCache } from "./answer-cache.ts";
import { answerKey } from "./answer-key.ts";

export interface KeptSenderOptions {
	readonly cache: AnswerCache;
	/** Parameters that make a different page. */
	readonly canonicalQuery: () => readonly string[];
	/** Whether more than the target decides what this client gets. */
	readonly isNegotiated: (target: RequestTarget, headers: IncomingHttpHeaders) => boolean;
	readonly log: Logger;
	readonly count: AnswerCounter;
	readonly readTrace: TraceReader;
}

/** Answers a request of the HTTP server from the cache, before there is a framework. */
export interface KeptSender {
	/** @returns Whether it has answered; otherwise nothing was touched. */
	readonly send: (
		target: RequestTarget,
		request: IncomingMessage,
		response: ServerResponse,
	) => boolean;
	/** From now on everything is left to the framework, which tells connections to close. */
	readonly stop: () => void;
}

/**
 * Sends cached answers before Fastify sees the request. An answer is cached with all its headers, and
 * only if it depends on the request target alone. Routing and hooks would produce the same bytes.
 */
export function createKeptSender({
	cache,
	canonicalQuery,
	isNegotiated,
	log,
	count,
	readTrace,
}: KeptSenderOptions): KeptSender {
	let isStopped = false;
	return {
		send(target, request, response) {
			const { method, headers } = request;
			if (isStopped || (method !== "GET" && method !== "HEAD")) return false;
			if (isNegotiated(target, headers)) return false;
			const startedAt = performance.now();
			const key = answerKey(target, canonicalQuery());
			const answer = key === undefined ? undefined : cache.find(key);
			if (answer === undefined || (answer.status === 404 && !prefersPage(headers.accept))) {
				return false;
			}
			const ready = answer.readyFor(headers);
			if (ready === undefined) return false;
			write(response, method, ready);
			const durationMs = performance.now() - startedAt;
			const { status } = ready;
			const { id: reqId, traceId } = readTrace(request);
			const userAgent = headers["user-agent"];
			count({ path: target.path, method, userAgent, status, durationMs, isKept: true });
			const roundedMs = Math.round(durationMs * 10) / 10;
			log.info(
				{ reqId, traceId, method, path: target.sentPath, status, durationMs: roundedMs },
				"Answered",
			);
			return true;
		},
		stop() {
			isStopped = true;
		},
	};
}

/** Clients that may prefer problem details are left to the framework, which weighs what they accept. */
function prefersPage(accept: string | undefined): boolean {
	return accept === undefined || accept === "*/*" || accept.startsWith("text/html,");
}

function write(
	response: ServerResponse,
	method: string,
	{ status, headers, body }: ReadyAnswer,
): void {
	// Node reads the array and leaves it as it is; only its type says less.
	response.writeHead(status, headers as string[]);
	response.end(method === "HEAD" ? undefined : body);
}
