import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { BodyBudget, type BodyRefusal } from "../../platform/body-budget.ts";
import { isOverloaded } from "../../platform/load-shedding.ts";
import { CAPTURE_PATHS, INGEST_PATH } from "../../shared/analytics.ts";
import { sendSentence } from "../http-cache/send-answer.ts";
import { ACK_HEADER, type Delivery, type DeliveryAnswer, isAcknowledged } from "./delivery.ts";
import type { EventQueue } from "./event-queue.ts";

export interface CaptureRoutesOptions {
	readonly queue: EventQueue;
	readonly maxBodyBytes: number;
	/** @returns Mean delay of callbacks in the last second, in milliseconds. */
	readonly loopDelayMs: () => number;
	/** @returns The headers that the service receives. */
	readonly headersOf: (
		request: FastifyRequest,
		headers: IncomingHttpHeaders,
	) => IncomingHttpHeaders;
	/** Headers of the service that are not sent to the client. */
	readonly ownHeaders: readonly string[];
}

const MEGABYTE = 1024 * 1024;

/** Limits for all bodies that are being read; more counts as a flood. */
const BODY_LIMITS = { totalBytes: 32 * MEGABYTE, bytesPerAddress: 8 * MEGABYTE };

const RETRY_AFTER_SECONDS = 5;

/** Headers of a connection, and headers that Fastify sets itself. */
const CONNECTION_HEADERS = [
	...["connection", "content-encoding", "content-length", "date", "keep-alive"],
	...["set-cookie", "transfer-encoding", ACK_HEADER],
];

/**
 * Accepts events. Responds when the analytics service has stored them, or, while the service is away or
 * this process is overloaded, when they are in the queue.
 */
export async function captureRoutes(
	scope: FastifyInstance,
	options: CaptureRoutesOptions,
): Promise<void> {
	const budget = new BodyBudget(BODY_LIMITS);
	const { maxBodyBytes: maxBytes } = options;
	scope.removeAllContentTypeParsers();
	scope.addContentTypeParser("*", (request: FastifyRequest, payload: IncomingMessage) =>
		budget.read(payload, { address: request.ip, maxBytes }),
	);
	scope.addHook("onRequest", async ({ raw }, reply) => {
		reply.raw.once("close", () => budget.release(raw));
	});
	// Only the service can answer other requests.
	for (const path of CAPTURE_PATHS) {
		for (const url of [`${INGEST_PATH}/${path}`, `${INGEST_PATH}/${path}/`]) {
			scope.post<{ Body: Buffer | BodyRefusal | undefined }>(
				url,
				{ config: { isQueued: true } },
				(request, reply) => handleCapture(request, reply, options),
			);
		}
	}
}

async function handleCapture(
	request: FastifyRequest<{ Body: Buffer | BodyRefusal | undefined }>,
	reply: FastifyReply,
	{ queue, headersOf, ownHeaders, loopDelayMs }: CaptureRoutesOptions,
): Promise<FastifyReply> {
	const { body = Buffer.alloc(0) } = request;
	if (typeof body === "string") return refuse(reply, body);
	const delivery: Delivery = {
		// A proxy that tries a request at two replicas sends the same id.
		id: request.id,
		arrivedAt: queue.now(),
		path: request.url.slice(request.url.indexOf(INGEST_PATH) + INGEST_PATH.length),
		headers: headersOf(request, request.headers),
		body,
	};
	// Under load, a write to the disk is cheaper than a request and its answer.
	if (queue.isEmpty && !isOverloaded(loopDelayMs())) {
		// No answer means that the service is away.
		const answer = await queue.deliver(delivery).catch(() => undefined);
		if (answer !== undefined && isAcknowledged(answer, delivery)) {
			return passBack(reply, answer, new Set([...CONNECTION_HEADERS, ...ownHeaders]));
		}
	}
	return (await queue.add(delivery)) ? accept(request, reply) : refuse(reply, "queue-full");
}

function passBack(
	reply: FastifyReply,
	{ status, headers, body }: DeliveryAnswer,
	omitted: ReadonlySet<string>,
): FastifyReply {
	for (const [name, value] of headers) {
		if (!omitted.has(name)) reply.header(name, value);
	}
	return reply.code(status).send(body);
}

/** Sends the response that the service would send; clients of other origins read it, too. */
function accept(
	{ headers, url }: Pick<FastifyRequest, "headers" | "url">,
	reply: FastifyReply,
): FastifyReply {
	const { origin } = headers;
	reply.header("cache-control", "no-store");
	if (origin !== undefined) {
		reply
			.header("access-control-allow-origin", origin)
			.header("access-control-allow-credentials", "true")
			.header("vary", "origin");
	}
	if (/[?&]beacon=1(?:&|$)/.test(url)) return reply.code(204).send();
	return reply.send({ status: "Ok" });
}

const REFUSALS = {
	"too-large": [413, "The request is too large"],
	"too-slow": [408, "The request takes too long to arrive"],
	"no-room": [503, "Too many requests are being read"],
	"queue-full": [
		503,
		"The analytics service cannot be reached, and no more events can be stored for it",
	],
} as const;

function refuse(reply: FastifyReply, reason: keyof typeof REFUSALS): FastifyReply {
	const [status, sentence] = REFUSALS[reason];
	if (status === 503) reply.header("retry-after", RETRY_AFTER_SECONDS);
	if (reason === "too-slow") reply.header("connection", "close");
	return sendSentence(reply, status, sentence);
}
