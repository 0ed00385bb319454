import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { BodyBudget, type BodyRefusal } from "../../platform/body-budget.ts";

const MEGABYTE = 1024 * 1024;

/** Of one address, one body of the largest route. */
const LIMITS = { totalBytes: 64 * MEGABYTE, bytesPerAddress: 24 * MEGABYTE };

/**
 * Of a body whose sender announces no length. It cannot be refused before it has come, and no
 * client of PostHog sends one. Ten thousand events fit.
 */
const MAX_UNANNOUNCED_BYTES = 4 * MEGABYTE;

const RETRY_AFTER_SECONDS = 5;

/** What the parser returns in the place of a body. */
class RefusedBody {
	readonly reason: BodyRefusal;

	constructor(reason: BodyRefusal) {
		this.reason = reason;
	}
}

/**
 * Reads every body as a Buffer, since clients lie about what they send, and each route decodes its
 * own. The limit is the route's, or the service's where the route has none, and a lower one for
 * bodies of no announced length.
 *
 * Fastify's own reader hangs up on a body that is too large, so that its sender hardly ever
 * reads why. This one answers at once and discards the rest.
 */
export function acceptRawBodies(service: FastifyInstance): void {
	const budget = new BodyBudget(LIMITS);
	service.removeAllContentTypeParsers();
	service.addContentTypeParser("*", async (request: FastifyRequest, payload: IncomingMessage) => {
		const read = keptBodies.get(payload);
		if (read !== undefined) return read;
		const { ip: address, routeOptions } = request;
		const maxBytes = isAnnounced(request)
			? routeOptions.bodyLimit
			: Math.min(routeOptions.bodyLimit, MAX_UNANNOUNCED_BYTES);
		const body = await budget.read(payload, { address, maxBytes });
		return Buffer.isBuffer(body) ? body : new RefusedBody(body);
	});
	// With a callback: a promise for each request would show in a profile.
	service.addHook("onRequest", ({ method, raw }, reply, next) => {
		if (method !== "GET") reply.raw.once("close", () => budget.release(raw));
		next();
	});
	service.addHook("preValidation", async (request, reply) =>
		request.body instanceof RefusedBody ? refuse(request, reply, request.body.reason) : undefined,
	);
}

function isAnnounced({ headers }: FastifyRequest): boolean {
	return headers["content-length"] !== undefined;
}

function refuse(request: FastifyRequest, reply: FastifyReply, reason: BodyRefusal): FastifyReply {
	reply.type("text/plain; charset=utf-8");
	switch (reason) {
		case "too-slow":
			return reply.code(408).header("connection", "close").send("Request body took too long");
		case "no-room":
			return reply
				.code(503)
				.header("retry-after", RETRY_AFTER_SECONDS)
				.send("Too many requests are being read");
		case "too-large":
			return reply
				.code(413)
				.send(
					isAnnounced(request)
						? "Request body is too large"
						: `Request body is too large: without a content-length, at most ${MAX_UNANNOUNCED_BYTES / MEGABYTE} MB`,
				);
	}
}

/** Of requests that are handed to another service: a stream can be read once. */
const keptBodies = new WeakMap<IncomingMessage, Buffer>();

/** The service that a request is handed to finds the body that this one has read. */
export function keepBody({ raw, body }: FastifyRequest): void {
	if (Buffer.isBuffer(body)) keptBodies.set(raw, body);
}
