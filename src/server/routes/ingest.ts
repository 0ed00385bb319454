import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { FastifyReply, FastifyRequest, RawServerBase, RouteGenericInterface } from "fastify";
import fp from "fastify-plugin";
import type { TraceReader } from "../../platform/observability/request-trace.ts";
import { CAPTURE_PATHS, INGEST_PATH } from "../../shared/analytics.ts";
import { captureRoutes } from "../event-queue/capture-routes.ts";
import type { EventQueue } from "../event-queue/event-queue.ts";
import { SECURITY_HEADER_NAMES } from "../http/security-headers.ts";
import { sendSentence } from "../http-cache/send-answer.ts";

export interface IngestOptions {
	/** URL of the analytics service; `undefined`: this site has none. */
	readonly upstream: string | undefined;
	/** Time-out for the service's response. */
	readonly timeoutMs: number;
	/** Stores events while the service is away; without a queue, clients must retry. */
	readonly queue?: EventQueue | undefined;
	readonly readTrace: TraceReader;
	/** @returns Mean delay of callbacks in the last second, in milliseconds. */
	readonly loopDelayMs: () => number;
}

/** More than any client collects in one page; imports use the service directly. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;

/** A slow visitor occupies a connection while the body arrives. */
const MAX_CONNECTIONS = 1024;

const CONNECT_TIMEOUT_MS = 3000;

/**
 * The only request headers that are forwarded to the service. Others are removed, such as forwarded
 * addresses, cookies of this site, or the keys of operators.
 */
const PASSED_HEADERS: ReadonlySet<string> = new Set(
	`accept accept-encoding accept-language access-control-request-headers access-control-request-method
	content-encoding content-length content-type host if-none-match origin user-agent`.split(/\s+/),
);

/** Clients of this path send the public project key in a header; other clients send it in the body. */
const CAPTURE_V1_PATH = `${INGEST_PATH}/i/v1/analytics/events`;

/** Paths of clients that are not for events, below `/ingest`. */
const OTHER_PATHS = [
	...["i/v1/analytics/events", "decide", "flags", "static/(?:[^/]+/)?[^/]+"],
	...["array/[^/]+/(?:config(?:\\.js)?|array\\.js)"],
	...["api/(?:early_access_features|surveys|web_experiments)"],
];

/** Only these are forwarded: the rest of the service is for operators, such as dashboard, sign-in, API and metrics. */
const CLIENT_PATHS = new RegExp(`^(?:${[...CAPTURE_PATHS, ...OTHER_PATHS].join("|")})/?$`);

/** Forwards `/ingest/*` to the analytics service, so that pages call no other origin. */
export const ingest = fp<IngestOptions>(async (site, options) => {
	const { upstream, timeoutMs, queue, readTrace, loopDelayMs } = options;
	if (upstream === undefined) {
		site.all(INGEST_PATH, answerMissing);
		site.all(`${INGEST_PATH}/*`, answerMissing);
		return;
	}
	const headersOf: HeadersOf = (request, headers) => ({
		...passedHeaders(request, headers),
		...readTrace(request.raw).passed,
	});
	// The proxy is a quarter of all code: sites without statistics start without it.
	const { default: httpProxy } = await import("@fastify/http-proxy");
	site.register(async (scope) => {
		scope.addHook("onRequest", async (request, reply) => refuseBody(request, reply));
		scope.setErrorHandler<ErrorWithStatus>((error, request, reply) => {
			const { statusCode = 500 } = error;
			if (statusCode >= 500) request.log.error({ err: error }, "Forwarding an event failed");
			return answer(reply, statusCode >= 500 ? 502 : 400);
		});
		if (queue !== undefined) {
			scope.register(captureRoutes, {
				...{ queue, loopDelayMs },
				maxBodyBytes: MAX_BODY_BYTES,
				headersOf,
				ownHeaders: SECURITY_HEADER_NAMES,
			});
		}
		// The framework would parse text, which is the media type of compressed events.
		scope.removeAllContentTypeParsers();
		scope.register(httpProxy, {
			upstream,
			prefix: INGEST_PATH,
			disableRequestLogging: true,
			destroyAgent: true,
			undici: {
				connections: MAX_CONNECTIONS,
				headersTimeout: timeoutMs,
				bodyTimeout: timeoutMs,
				// By default, the proxy accepts any certificate.
				connect: { timeout: CONNECT_TIMEOUT_MS, rejectUnauthorized: true },
			},
			preHandler: (request, reply, done) => {
				if (isForClients(request.target.path)) done();
				else answerMissing(request, reply);
			},
			replyOptions: {
				rewriteRequestHeaders: (request, headers) => ({
					...headersOf(request, headers),
					...(request.target.path === CAPTURE_V1_PATH && projectKeyOf(headers)),
				}),
				rewriteHeaders: (headers) => omit(headers, ["set-cookie", ...SECURITY_HEADER_NAMES]),
				// Clients have queues: a retry here would only add load.
				retryDelay: () => null,
				onError: (reply, { error }) => {
					answer(reply, statusOfFailure(error));
				},
			},
		});
	});
});

/** Runs before the body is read: the server enforces the announced length, and every browser announces it. */
function refuseBody({ headers }: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
	if (headers["transfer-encoding"] !== undefined) return answer(reply, 411);
	return Number(headers["content-length"] ?? 0) > MAX_BODY_BYTES ? answer(reply, 413) : undefined;
}

/** @param path Decoded, without dot segments and doubled slashes, in the form that is forwarded. */
function isForClients(path = ""): boolean {
	return CLIENT_PATHS.test(path.slice(INGEST_PATH.length + 1));
}

type HeadersOf = (
	request: { readonly ip: string; readonly raw: Pick<IncomingMessage, "headers" | "socket"> },
	headers: IncomingHttpHeaders,
) => IncomingHttpHeaders;

function passedHeaders(
	{ ip }: Pick<FastifyRequest, "ip">,
	headers: IncomingHttpHeaders,
): IncomingHttpHeaders {
	const passed = Object.entries(headers).filter(([name]) => PASSED_HEADERS.has(name));
	return { ...Object.fromEntries(passed), "x-forwarded-for": ip };
}

function projectKeyOf({ authorization }: IncomingHttpHeaders): IncomingHttpHeaders {
	const isPersonal = authorization?.includes("phx_") !== false;
	return isPersonal ? {} : { authorization };
}

function omit<Headers extends object>(headers: Headers, names: readonly string[]): Headers {
	const entries = Object.entries(headers).filter(([name]) => !names.includes(name));
	return Object.fromEntries(entries) as Headers;
}

type ErrorWithStatus = Error & { readonly statusCode?: number };

/** Statuses after which a client sends its events again. */
function statusOfFailure({ statusCode }: ErrorWithStatus): 502 | 503 | 504 {
	return statusCode === 503 || statusCode === 504 ? statusCode : 502;
}

function answerMissing(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
	return answer(reply, 404);
}

function answer<Server extends RawServerBase>(
	reply: FastifyReply<RouteGenericInterface, Server>,
	status: keyof typeof SENTENCES,
): typeof reply {
	return sendSentence(reply, status, SENTENCES[status]);
}

const SENTENCES = {
	400: "The request is malformed",
	404: "There is nothing here",
	411: "The request must have a Content-Length header",
	413: "The request is too large",
	502: "The analytics service sent an invalid response",
	503: "The analytics service cannot be reached",
	504: "The analytics service takes too long to answer",
} as const;
