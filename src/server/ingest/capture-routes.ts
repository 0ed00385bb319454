import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { INGEST_PATH } from "../../shared/analytics.ts";
import { SECURITY_HEADER_NAMES } from "../http/security-headers.ts";
import type { Delivery, DeliveryAnswer } from "./delivery.ts";
import { canSucceedLater, type EventQueue } from "./event-queue.ts";

export interface CaptureRoutesOptions {
	readonly queue: EventQueue;
	readonly maxBodyBytes: number;
	/** @returns What the service is told of a request. */
	readonly headersOf: (
		request: FastifyRequest,
		headers: IncomingHttpHeaders,
	) => IncomingHttpHeaders;
}

/** Every path that a client captures to; other requests need an answer that only the service has. */
const CAPTURE_PATHS = ["e", "i/v0/e", "i/v0/ai/batch", "batch", "capture", "track", "engage", "s"];

/** Bodies that are held at once; more than that is a flood. */
const MAX_HELD_BYTES = 32 * 1024 * 1024;

const RETRY_AFTER_SECONDS = 5;

/** What is said of an answer's connection, or is said anew. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
	...["connection", "content-encoding", "content-length", "date", "keep-alive"],
	...["set-cookie", "transfer-encoding"],
	...SECURITY_HEADER_NAMES,
]);

/**
 * Takes events in, and answers when the analytics service has stored them; while it is away,
 * when they are in the queue.
 */
export async function captureRoutes(
	scope: FastifyInstance,
	options: CaptureRoutesOptions,
): Promise<void> {
	let heldBytes = 0;
	scope.removeAllContentTypeParsers();
	scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => {
		done(null, body);
	});
	scope.addHook("onRequest", async (request, reply) => {
		const length = Number(request.headers["content-length"] ?? 0);
		if (heldBytes + length > MAX_HELD_BYTES) return refuse(reply);
		heldBytes += length;
		reply.raw.once("close", () => {
			heldBytes -= length;
		});
		return undefined;
	});
	for (const path of CAPTURE_PATHS) {
		for (const url of [`${INGEST_PATH}/${path}`, `${INGEST_PATH}/${path}/`]) {
			scope.post(url, { bodyLimit: options.maxBodyBytes }, (request, reply) =>
				handleCapture(request, reply, options),
			);
		}
	}
}

async function handleCapture(
	request: FastifyRequest,
	reply: FastifyReply,
	{ queue, headersOf }: CaptureRoutesOptions,
): Promise<FastifyReply> {
	const delivery: Delivery = {
		// A proxy that tries a request at two replicas gives it one id.
		id: request.id,
		arrivedAt: queue.now(),
		path: request.url.slice(request.url.indexOf(INGEST_PATH) + INGEST_PATH.length),
		headers: headersOf(request, request.headers),
		body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
	};
	if (queue.isEmpty) {
		// No answer is an answer that may come later.
		const answer = await queue.deliver(delivery).catch(() => undefined);
		if (answer !== undefined && !canSucceedLater(answer)) return passBack(reply, answer);
	}
	return (await queue.add(delivery)) ? accept(request, reply) : refuse(reply);
}

function passBack(reply: FastifyReply, { status, headers, body }: DeliveryAnswer): FastifyReply {
	for (const [name, value] of headers) {
		if (!OWN_HEADERS.has(name)) reply.header(name, value);
	}
	return reply.code(status).send(body);
}

/** As the service answers; clients of other origins read it, too. */
function accept({ headers, url }: FastifyRequest, reply: FastifyReply): FastifyReply {
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

function refuse(reply: FastifyReply): FastifyReply {
	return reply
		.code(503)
		.header("retry-after", RETRY_AFTER_SECONDS)
		.header("cache-control", "no-store")
		.type("text/plain; charset=utf-8")
		.send("The analytics service cannot be reached, and no more events can be kept for it\n");
}
