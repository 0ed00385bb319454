import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { createAddressList } from "../address-list.ts";

/** Ids that connect the log lines of several services for one request. */
export interface RequestTrace {
	readonly id: string;
	/** Id of the trace, if the request is part of one. */
	readonly traceId?: string;
	/** Headers for the next service, by name. */
	readonly passed: Readonly<Record<string, string>>;
}

const TRACE = Symbol("trace");

type TracedRequest = Pick<IncomingMessage, "headers" | "socket"> & { [TRACE]?: RequestTrace };

/** Returns the same trace for the same request. */
export type TraceReader = (request: TracedRequest) => RequestTrace;

/** Request ids of proxies: a UUID, with or without hyphens. */
const REQUEST_ID = /^[\w-]{16,64}$/;

/** @see https://www.w3.org/TR/trace-context/#traceparent-header */
const TRACEPARENT =
	/^(?!ff)[\da-f]{2}-(?!0{32})(?<traceId>[\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/** @see https://www.w3.org/TR/trace-context/#tracestate-limits */
const MAX_TRACESTATE_LENGTH = 512;

/**
 * Creates the reader of traces. It uses the id and trace that a trusted proxy sends. Other clients can
 * send any text, so their requests get a new id.
 */
export function createTraceReader(trustedProxies: readonly string[]): TraceReader {
	const isProxy = createAddressList(trustedProxies);
	return (request) => {
		request[TRACE] ??= readTrace(request, isProxy);
		return request[TRACE];
	};
}

function readTrace(
	{ headers, socket }: TracedRequest,
	isProxy: (address: string) => boolean,
): RequestTrace {
	const { "x-request-id": given, traceparent, tracestate } = headers;
	if (given === undefined && traceparent === undefined) return named(nextId());
	if (!isProxy(socket.remoteAddress ?? "")) return named(nextId());
	const id = typeof given === "string" && REQUEST_ID.test(given) ? given : nextId();
	const traceId = TRACEPARENT.exec(String(traceparent))?.groups?.["traceId"];
	if (traceId === undefined) return named(id);
	const isStated = typeof tracestate === "string" && tracestate.length <= MAX_TRACESTATE_LENGTH;
	const passed = {
		"x-request-id": id,
		traceparent: String(traceparent),
		...(isStated ? { tracestate } : {}),
	};
	return { id, traceId, passed };
}

/** Ids of one process differ by their number: a new UUID for each request makes cached answers 2 % slower. */
const PROCESS_ID = randomBytes(12).toString("base64url");

let count = 0;

function nextId(): string {
	count += 1;
	return `${PROCESS_ID}-${count}`;
}

function named(id: string): RequestTrace {
	return { id, passed: { "x-request-id": id } };
}
