import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { type FastifyBaseLogger, type FastifyHttpOptions, LogController } from "fastify";
import { STATUS_CODES } from "../../platform/node-http.ts";
import type { TraceReader } from "../../platform/observability/request-trace.ts";
import { type ConnectionLimits, guardConnections } from "./guard-connections.ts";
import { PatientServer } from "./patient-server.ts";
import { type RequestTarget, targetOf } from "./request-target.ts";

export interface ServerOptionsSources extends ConnectionLimits {
	readonly log: FastifyBaseLogger;
	/** The connection ends when the client reads nothing for so long. */
	readonly sendTimeoutMs: number;
	readonly basePath: () => string;
	readonly readTrace: TraceReader;
	/** Answers from the cache before Fastify. @returns Whether it did. */
	readonly sendCached: (
		target: RequestTarget,
		request: IncomingMessage,
		response: ServerResponse,
	) => boolean;
}

/** Requests of pages are short. */
const LIMITS = {
	headerBytes: 16 * 1024,
	bodyBytes: 16 * 1024,
	/** From the first byte of a request to its last. */
	requestMs: 15_000,
	/** Longer than the idle time-out of proxies, so that proxies close connections first. */
	keepAliveMs: 75_000,
} as const;

/** How the HTTP server behaves before any route of ours has a say. */
export function serverOptions(sources: ServerOptionsSources): FastifyHttpOptions<Server> {
	return {
		loggerInstance: sources.log,
		logController: new LogController({ disableRequestLogging: true }),
		requestIdHeader: false,
		genReqId: (request) => sources.readTrace(request).id,
		childLoggerFactory: (logger, bindings, options, request) => {
			const { traceId } = sources.readTrace(request);
			return logger.child(traceId === undefined ? bindings : { ...bindings, traceId }, options);
		},
		trustProxy: sources.trustedProxies.length === 0 ? false : [...sources.trustedProxies],
		rewriteUrl: (request) => targetOf(request, sources.basePath).routed,
		exposeHeadRoutes: true,
		bodyLimit: LIMITS.bodyBytes,
		forceCloseConnections: "idle",
		// Clients that are still connected at the end are answered, and told to connect anew.
		return503OnClosing: false,
		serverFactory: (answer) => createSiteServer(sources, answer),
		clientErrorHandler: answerUnparsable,
		// Without these, Fastify loads its compilers of JSON Schema at the start.
		schemaController: {
			compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas },
		},
	};
}

function refuseSchemas(): never {
	throw new TypeError("Routes of the site must have no schema: they check what they read");
}

/** The HTTP server, which sends cached answers before the framework. */
function createSiteServer(
	{ sendCached, basePath, sendTimeoutMs, ...limits }: ServerOptionsSources,
	answer: RequestListener,
): Server {
	const options = {
		maxHeaderSize: LIMITS.headerBytes,
		requestTimeout: LIMITS.requestMs,
		keepAliveTimeout: LIMITS.keepAliveMs,
	};
	const server = new PatientServer(options, (request, response) => {
		if (hasTwoHosts(request)) return refuse(response, 400, "a request must name one host");
		if (!isAdmitted(request, response)) {
			return refuse(response, 429, "too many requests of this address are under way");
		}
		if (!sendCached(targetOf(request, basePath), request, response)) answer(request, response);
	});
	const isAdmitted = guardConnections(server, limits);
	return server.setTimeout(sendTimeoutMs);
}

/** @see RFC 9112, section 3.2: a server must answer 400; a proxy in front may have judged the other one. */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
	let hosts = 0;
	for (let index = 0; index < rawHeaders.length; index += 2) {
		const name = rawHeaders[index];
		if (name?.length === HOST.length && name.toLowerCase() === HOST) hosts += 1;
	}
	return hosts > 1;
}

const HOST = "host";

function refuse(response: ServerResponse, status: 400 | 429, detail: string): void {
	const body = `${status} ${STATUS_CODES[status]}: ${detail}\n`;
	response.writeHead(status, {
		"content-type": "text/plain; charset=utf-8",
		"cache-control": "no-store",
		"content-length": body.length,
		connection: "close",
	});
	response.end(body);
}

/**
 * Answers bytes that are no HTTP request, or a too large one. Closes unused connections silently: a proxy
 * that sends its first request at that moment would take the error for the response.
 */
export function answerUnparsable(error: Error & { code?: string }, socket: Socket): void {
	if (error.code === "ECONNRESET" || !socket.writable) return;
	if (socket.bytesRead === 0) return void socket.destroy();
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
