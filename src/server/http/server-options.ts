import { randomUUID } from "node:crypto";
import { createServer, type RequestListener, type Server } from "node:http";
import type { Socket } from "node:net";
import { type FastifyBaseLogger, type FastifyHttpOptions, LogController } from "fastify";
import { belowBasePath, readPath, splitTarget } from "../../shared/routing/routes.ts";
import type { KeptAnswers } from "../answers/kept-answers.ts";

export interface ServerOptionsSources {
	readonly log: FastifyBaseLogger;
	readonly trustedProxies: readonly string[];
	readonly basePath: () => string;
	/** Answers without the framework; the framework has what this leaves. */
	readonly keptAnswers: Pick<KeptAnswers, "answer">;
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

/**
 * Where the router is sent with what it must not read: a path outside the base path, or one
 * that it could not decode. No page can have this path, and `plugins/paths.ts` answers.
 */
const NOWHERE = "/..";

/** How the HTTP server behaves before any route of ours has a say. */
export function serverOptions(sources: ServerOptionsSources): FastifyHttpOptions<Server> {
	return {
		loggerInstance: sources.log,
		logController: new LogController({ disableRequestLogging: true }),
		// A client's own request id could be anything; ours is unique and safe to log.
		requestIdHeader: false,
		genReqId: () => randomUUID(),
		trustProxy: sources.trustedProxies.length === 0 ? false : [...sources.trustedProxies],
		rewriteUrl: ({ url = "/" }) => targetBelowBasePath(sources.basePath(), url),
		exposeHeadRoutes: true,
		bodyLimit: LIMITS.bodyBytes,
		forceCloseConnections: "idle",
		// Whoever is still connected while we leave is answered, and told to connect anew.
		return503OnClosing: false,
		serverFactory: (answer) => createSiteServer(sources.keptAnswers, answer),
		clientErrorHandler: answerUnparsable,
	};
}

/** The HTTP server, with what is kept ready in front of the framework. */
function createSiteServer(
	keptAnswers: ServerOptionsSources["keptAnswers"],
	answer: RequestListener,
): Server {
	const options = {
		maxHeaderSize: LIMITS.headerBytes,
		requestTimeout: LIMITS.requestMs,
		keepAliveTimeout: LIMITS.keepAliveMs,
	};
	return createServer(options, (request, response) => {
		if (!keptAnswers.answer(request, response)) answer(request, response);
	});
}

/**
 * Takes the base path off, so that routes are written without it. Probes reach the service
 * directly and know nothing of a base path.
 */
function targetBelowBasePath(basePath: string, target: string): string {
	if (basePath === "" && PLAIN_TARGET.test(target)) return target;
	const { path, query } = splitTarget(target);
	if (path === "/healthz" || path === "/readyz" || path === "/metrics") return target;
	const below = belowBasePath(basePath, path);
	return below === undefined || readPath(below).kind === "malformed" ? NOWHERE : below + query;
}

/** Has nothing in it that needs to be decoded, so that nothing can be wrong with it. */
const PLAIN_TARGET = /^\/[\w\-./]*$/;

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
