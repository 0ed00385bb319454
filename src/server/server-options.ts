import { randomUUID } from "node:crypto";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { FastifyBaseLogger, FastifyError, FastifyHttpOptions } from "fastify";
import { requestRefused } from "../shared/errors.ts";
import { belowBasePath, splitTarget } from "../shared/routes.ts";
import type { SendError } from "./send-error.ts";

export interface ServerOptionsSources {
	readonly log: FastifyBaseLogger;
	readonly trustedProxies: readonly string[];
	readonly basePath: () => string;
	readonly sendError: SendError;
}

/** Nobody may send more than this, or take longer: a page is asked for in one short request. */
const LIMITS = {
	headerBytes: 16 * 1024,
	bodyBytes: 16 * 1024,
	/** From the first byte of a request to its last. */
	requestMs: 15_000,
	/** Longer than proxies keep idle connections, so that it is they who close first. */
	keepAliveMs: 75_000,
} as const;

/** Where requests outside the base path are sent: no page can have such a path. */
const OUTSIDE = "/..";

/** How the HTTP server behaves before any route of ours has a say. */
export function serverOptions(sources: ServerOptionsSources): FastifyHttpOptions<Server> {
	return {
		loggerInstance: sources.log,
		disableRequestLogging: true,
		// A client's own request id could be anything; ours is unique and safe to log.
		requestIdHeader: false,
		genReqId: () => randomUUID(),
		trustProxy: sources.trustedProxies.length === 0 ? false : [...sources.trustedProxies],
		rewriteUrl: ({ url = "/" }) => targetBelowBasePath(sources.basePath(), url),
		exposeHeadRoutes: true,
		bodyLimit: LIMITS.bodyBytes,
		requestTimeout: LIMITS.requestMs,
		keepAliveTimeout: LIMITS.keepAliveMs,
		forceCloseConnections: "idle",
		http: { maxHeaderSize: LIMITS.headerBytes },
		frameworkErrors: (error, request, reply) =>
			sources.sendError(
				request,
				reply,
				requestRefused(statusOf(error), "The address is malformed"),
			),
		clientErrorHandler: answerUnparsable,
	};
}

/**
 * Takes the base path off, so that routes are written without it. Probes reach the service
 * directly and know nothing of a base path.
 */
function targetBelowBasePath(basePath: string, target: string): string {
	const { path, query } = splitTarget(target);
	if (path === "/healthz" || path === "/readyz" || path === "/metrics") return target;
	const below = belowBasePath(basePath, path);
	return below === undefined ? OUTSIDE : below + query;
}

function statusOf({ statusCode }: FastifyError): number {
	return statusCode !== undefined && statusCode >= 400 ? statusCode : 400;
}

/** Answers what is not even HTTP, or too much of it: there is no request to route. */
function answerUnparsable(error: Error & { code?: string }, socket: Socket): void {
	if (error.code === "ECONNRESET" || !socket.writable) return;
	const status = STATUS_LINES[error.code ?? ""] ?? "400 Bad Request";
	socket.end(
		`HTTP/1.1 ${status}\r\nContent-Type: text/plain; charset=utf-8\r\nCache-Control: no-store\r\n` +
			`Content-Length: ${status.length + 1}\r\nConnection: close\r\n\r\n${status}\n`,
	);
}

const STATUS_LINES: Readonly<Record<string, string>> = {
	HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
	ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};
