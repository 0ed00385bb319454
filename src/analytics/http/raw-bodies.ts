import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { BodyBudget, type BodyRefusal } from "../../platform/body-budget.ts";
import { sendText } from "./send-text.ts";

const MEGABYTE = 1024 * 1024;

/** `bytesPerAddress` has room for one body of the largest route. */
const LIMITS = { totalBytes: 64 * MEGABYTE, bytesPerAddress: 24 * MEGABYTE };

/**
 * Limit of a body without `content-length`. It cannot be refused before it arrives, and no
 * client of PostHog sends one. Ten thousand events fit.
 */
const MAX_UNANNOUNCED_BYTES = 4 * MEGABYTE;

const RETRY_AFTER_SECONDS = 5;

/**
 * Reads every body as a Buffer, because clients send wrong media types; each route decodes its own
 * bodies. The limit is `bodyLimit` of the route, or of the service if the route has none. Bodies
 * without `content-length` have a lower limit.
 *
 * Fastify's own reader closes the connection on a body that is too large, so that the sender rarely
 * receives the reason. This reader responds at once and discards the rest.
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
		return budget.read(payload, { address, maxBytes });
	});
	// A callback, because a promise for each request costs measurable time.
	service.addHook("onRequest", ({ method, raw }, reply, next) => {
		if (method !== "GET") reply.raw.once("close", () => budget.release(raw));
		next();
	});
	service.addHook("preValidation", async (request, reply) =>
		// A body is a Buffer, or a string with the reason why it was not read.
		typeof request.body === "string"
			? refuse(request, reply, request.body as BodyRefusal)
			: undefined,
	);
}

function isAnnounced({ headers }: FastifyRequest): boolean {
	return headers["content-length"] !== undefined;
}

function refuse(request: FastifyRequest, reply: FastifyReply, reason: BodyRefusal): FastifyReply {
	switch (reason) {
		case "too-slow":
			return sendText(reply.header("connection", "close"), 408, "Request body took too long");
		case "no-room":
			reply.header("retry-after", RETRY_AFTER_SECONDS);
			return sendText(reply, 503, "Too many requests are being read");
		case "too-large": {
			const rule = `: without a content-length, at most ${MAX_UNANNOUNCED_BYTES / MEGABYTE} MB`;
			return sendText(reply, 413, `Request body is too large${isAnnounced(request) ? "" : rule}`);
		}
	}
}

/** Bodies of requests that another service will handle: a stream can be read only once. */
const keptBodies = new WeakMap<IncomingMessage, Buffer>();

/** Saves the body that this service has read, for the service to which the request is forwarded. */
export function keepBody({ raw, body }: FastifyRequest): void {
	if (Buffer.isBuffer(body)) keptBodies.set(raw, body);
}
