import type {
	Server as HttpServer,
	IncomingMessage,
	RequestListener,
	ServerOptions,
	ServerResponse,
} from "node:http";
import { isIP, type Socket } from "node:net";
import {
	type FastifyBaseLogger,
	type FastifyHttpOptions,
	type FastifyInstance,
	LogController,
} from "fastify";
import { createAddressList } from "../../platform/address-list.ts";
import { Server, STATUS_CODES } from "../../platform/node-http.ts";
import type { TraceReader } from "../../platform/observability/request-trace.ts";
import { type RequestTarget, targetOf } from "./request-target.ts";

interface ConnectionLimits {
	readonly maxPerAddress: number;
	/** Addresses and networks that forward requests of many clients. Loopback is always one of them. */
	readonly trustedProxies: readonly string[];
}

export interface ServerOptionsSources extends ConnectionLimits {
	readonly log: FastifyBaseLogger;
	/** The connection closes when the client reads nothing for this time. */
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
	/** Interval of checks for slow requests: by default, Node notices them up to 30 s later. */
	checkMs: 1000,
	/** Longer than the idle time-out of proxies, so that proxies close connections first. */
	keepAliveMs: 75_000,
} as const;

/** Options of the HTTP server that apply before any route. */
export function serverOptions(sources: ServerOptionsSources): FastifyHttpOptions<HttpServer> {
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
		// Clients that are connected during the shutdown get a response that asks them to reconnect.
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
	throw new TypeError("Routes of the site must have no schema: they validate their own input");
}

/** The HTTP server, which sends cached answers before the framework. */
function createSiteServer(
	{ sendCached, basePath, sendTimeoutMs, ...limits }: ServerOptionsSources,
	answer: RequestListener,
): HttpServer {
	const options = {
		maxHeaderSize: LIMITS.headerBytes,
		requestTimeout: LIMITS.requestMs,
		connectionsCheckingInterval: LIMITS.checkMs,
		keepAliveTimeout: LIMITS.keepAliveMs,
	};
	const server = new DrainingServer(options, (request, response) => {
		if (hasTwoHosts(request)) return refuse(response, 400, "a request must have one Host");
		if (!isAdmitted(request, response)) {
			return refuse(response, 429, "too many concurrent requests from this address");
		}
		if (!sendCached(targetOf(request, basePath), request, response)) answer(request, response);
	});
	const isAdmitted = guardConnections(server, limits);
	return server.setTimeout(sendTimeoutMs);
}

/** @see RFC 9112, section 3.2: a server must answer 400; a proxy in front may have checked the other host. */
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
 * Responds to bytes that are not an HTTP request, or to a too large one. Closes unused connections silently:
 * a proxy that sends its first request at the same time would treat the error as the response.
 */
export function answerUnparsable(error: Error & { code?: string }, socket: Socket): void {
	if (error.code === "ECONNRESET" || !socket.writable) return;
	if (socket.bytesRead === 0) {
		socket.destroy();
		return;
	}
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

/** An HTTP server that sends all of its responses before it closes connections. */
export class DrainingServer extends Server {
	readonly #sockets = new Set<Socket>();

	constructor(options: ServerOptions, listener: RequestListener) {
		super(options, listener);
		this.on("connection", (socket: Socket) => {
			this.#sockets.add(socket);
			socket.once("close", () => this.#sockets.delete(socket));
		});
	}

	/** Waits while a connection has unsent bytes: for Node, a response is sent once it has ended. */
	override closeIdleConnections(): void {
		const isSending = [...this.#sockets].some(({ writableLength }) => writableLength > 0);
		if (!isSending) super.closeIdleConnections();
	}
}

/** Too short for an operator to notice while a process stops. */
const LOOK_AGAIN_MS = 50;

/**
 * Closes a service after every pending response is complete.
 *
 * A connection whose response began before the shutdown is kept alive, as its headers have promised;
 * only its client would close it. So idle connections are closed repeatedly.
 */
export async function drainConnections(service: FastifyInstance): Promise<void> {
	const closing = setInterval(() => service.server.closeIdleConnections(), LOOK_AGAIN_MS);
	try {
		await service.close();
	} finally {
		clearInterval(closing);
	}
}

/**
 * Limits the connections of one address.
 *
 * A proxy's connection counts for the proxy's address until it forwards its first request. Then each request
 * counts for the client whose address it forwards.
 *
 * @returns A function that counts a request until its response ends, and checks if the site may answer it.
 */
export function guardConnections(
	server: HttpServer,
	{ maxPerAddress, trustedProxies }: ConnectionLimits,
): (request: IncomingMessage, response: ServerResponse) => boolean {
	const counts = new Map<string, number>();
	/** Callbacks that end a count, by connection of a proxy that has not forwarded a request. */
	const releases = new WeakMap<Socket, () => void>();
	const isProxy = createAddressList(["loopback", ...trustedProxies]);

	server.on("connection", (socket: Socket) => {
		const { remoteAddress } = socket;
		if (remoteAddress === undefined) return;
		const release = count(remoteAddress);
		socket.once("close", release);
		if (isOver(remoteAddress)) socket.destroy();
		else if (isProxy(remoteAddress)) releases.set(socket, release);
	});
	return ({ headers, socket }, response) => {
		const forwarded = headers["x-forwarded-for"];
		if (forwarded === undefined || !isProxy(socket.remoteAddress ?? "")) return true;
		releases.get(socket)?.();
		const address = clientOf([forwarded].flat().join(","));
		if (address === undefined) return true;
		response.once("close", count(address));
		return !isOver(address);
	};

	function isOver(address: string): boolean {
		return (counts.get(address) ?? 0) > maxPerAddress;
	}

	/** @returns A function that ends the count; a second call has no effect. */
	function count(address: string): () => void {
		counts.set(address, (counts.get(address) ?? 0) + 1);
		let isCounted = true;
		return () => {
			if (!isCounted) return;
			isCounted = false;
			const left = (counts.get(address) ?? 1) - 1;
			if (left === 0) counts.delete(address);
			else counts.set(address, left);
		};
	}

	/** Returns the last address that is not a proxy: clients can invent the addresses before it. */
	function clientOf(forwarded: string): string | undefined {
		const addresses = forwarded.split(",").map((text) => text.trim());
		return addresses.findLast((address) => isIP(address) !== 0 && !isProxy(address));
	}
}
