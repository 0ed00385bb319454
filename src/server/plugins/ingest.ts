import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type {
	FastifyInstance,
	FastifyReply,
	FastifyRequest,
	RawServerBase,
	RouteGenericInterface,
} from "fastify";
import fp from "fastify-plugin";
import type { TraceReader } from "../../platform/request-trace.ts";
import { INGEST_PATH } from "../../shared/analytics.ts";
import { SECURITY_HEADER_NAMES } from "../http/security-headers.ts";
import { captureRoutes } from "../ingest/capture-routes.ts";
import type { EventQueue } from "../ingest/event-queue.ts";

export interface IngestOptions {
	/** URL of the analytics service; `undefined`: this site has none. */
	readonly upstream: string | undefined;
	/** How long the service may take to answer. */
	readonly timeoutMs: number;
	/** Keeps events while the service is away; without one, clients are told to keep them. */
	readonly queue?: EventQueue | undefined;
	readonly readTrace: TraceReader;
}

/** Passes `/ingest/*` on to the analytics service, so that pages call no other origin. */
export const ingest = fp(registerIngest, { name: "ingest", fastify: "5.x" });

/** More than any client collects in one page; imports talk to the service itself. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;

/** A visitor on a slow line holds one for as long as the body takes, so there are many. */
const MAX_CONNECTIONS = 1024;

const CONNECT_TIMEOUT_MS = 3000;

/**
 * The only request headers that the service receives. Others are removed, such as forwarded
 * addresses, cookies of this site, or the keys of operators.
 */
const PASSED_HEADERS = [
	"accept",
	"accept-encoding",
	"accept-language",
	"access-control-request-headers",
	"access-control-request-method",
	"content-encoding",
	"content-length",
	"content-type",
	"host",
	"if-none-match",
	"origin",
	"user-agent",
] as const;

/** What the service says to its operators alone; the dashboard has an origin of its own. */
const OPERATORS_PATHS: ReadonlySet<string> = new Set([
	"",
	"healthz",
	"readyz",
	"metrics",
	"api/session",
	"api/password",
	"api/openapi.json",
]);

/** Folders of the same. */
const OPERATORS_FOLDERS = ["dashboard", "api/v1"] as const;

async function registerIngest(site: FastifyInstance, options: IngestOptions): Promise<void> {
	const { upstream, timeoutMs, queue, readTrace } = options;
	const headersOf: HeadersOf = (request, headers) => ({
		...passedHeaders(request, headers),
		...readTrace(request.raw).passed,
	});
	if (upstream === undefined) {
		site.all(INGEST_PATH, answerMissing);
		site.all(`${INGEST_PATH}/*`, answerMissing);
		return;
	}
	// A quarter of all code that would be loaded: sites without statistics start without it.
	const { default: httpProxy } = await import("@fastify/http-proxy");
	site.register(async (scope) => {
		scope.addHook("onRequest", async (request, reply) => refuseBody(request, reply));
		scope.setErrorHandler<ErrorWithStatus>((error, request, reply) => {
			const { statusCode = 500 } = error;
			if (statusCode >= 500) request.log.error({ err: error }, "Passing an event on failed");
			return answer(reply, statusCode >= 500 ? 502 : 400);
		});
		if (queue !== undefined) {
			scope.register(captureRoutes, {
				queue,
				maxBodyBytes: MAX_BODY_BYTES,
				headersOf,
				ownHeaders: SECURITY_HEADER_NAMES,
			});
		}
		// The framework would read text by itself, and events are packed bytes under that name.
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
				// By itself, the proxy would take any certificate for the service's.
				connect: { timeout: CONNECT_TIMEOUT_MS, rejectUnauthorized: true },
			},
			preHandler: (request, reply, done) => {
				if (isForOperators(request.target.path)) answerMissing(request, reply);
				else done();
			},
			replyOptions: {
				rewriteRequestHeaders: headersOf,
				rewriteHeaders: (headers) => omit(headers, ["set-cookie", ...SECURITY_HEADER_NAMES]),
				// The clients have a queue for that; here, a retry would only add to the trouble.
				retryDelay: () => null,
				onError: (reply, { error }) => void answer(reply, statusOfTrouble(error)),
			},
		});
	});
}

/**
 * Before anything of it is read: the server keeps clients to the length that they announce,
 * and every browser announces one.
 */
function refuseBody({ headers }: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
	if (headers["transfer-encoding"] !== undefined) return answer(reply, 411);
	return Number(headers["content-length"] ?? 0) > MAX_BODY_BYTES ? answer(reply, 413) : undefined;
}

/** @param path What is passed on as well: decoded, without dot segments and doubled slashes. */
function isForOperators(path: string | undefined): boolean {
	const name = path?.slice(INGEST_PATH.length + 1) ?? "";
	const isBelow = (folder: string) => name === folder || name.startsWith(`${folder}/`);
	return OPERATORS_PATHS.has(name) || OPERATORS_FOLDERS.some(isBelow);
}

type HeadersOf = (
	request: { readonly ip: string; readonly raw: Pick<IncomingMessage, "headers" | "socket"> },
	headers: IncomingHttpHeaders,
) => IncomingHttpHeaders;

function passedHeaders(
	{ ip }: Pick<FastifyRequest, "ip">,
	headers: IncomingHttpHeaders,
): IncomingHttpHeaders {
	const passed = PASSED_HEADERS.flatMap((name) =>
		headers[name] === undefined ? [] : [[name, headers[name]]],
	);
	return { ...Object.fromEntries(passed), "x-forwarded-for": ip };
}

function omit<Headers extends object>(headers: Headers, names: readonly string[]): Headers {
	const entries = Object.entries(headers).filter(([name]) => !names.includes(name));
	return Object.fromEntries(entries) as Headers;
}

type ErrorWithStatus = Error & { readonly statusCode?: number };

/** With each of them a client keeps its events and tries again. */
function statusOfTrouble({ statusCode }: ErrorWithStatus): 502 | 503 | 504 {
	return statusCode === 503 || statusCode === 504 ? statusCode : 502;
}

function answerMissing(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
	return answer(reply, 404);
}

/** In plain text: who reads it is a script, or its developer. */
function answer<Server extends RawServerBase>(
	reply: FastifyReply<RouteGenericInterface, Server>,
	status: keyof typeof SENTENCES,
): typeof reply {
	return reply
		.code(status)
		.header("cache-control", "no-store")
		.type("text/plain; charset=utf-8")
		.send(`${SENTENCES[status]}\n`);
}

const SENTENCES = {
	400: "The request is malformed",
	404: "There is nothing here",
	411: "The request must say how long it is",
	413: "The request is too large",
	502: "The analytics service does not answer as it should",
	503: "The analytics service cannot be reached",
	504: "The analytics service takes too long to answer",
} as const;
