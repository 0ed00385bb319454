import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { BodyBudget, type BodyRefusal } from "../../platform/body-budget.ts";
import { sendText } from "./send-text.ts";

const MEGABYTE = 1024 * 1024;

/** Of one address, one body of the largest route. */
const LIMITS = { totalBytes: 64 * MEGABYTE, bytesPerAddress: 24 * MEGABYTE };

/**
 * Of a body whose sender announces no length. It cannot be refused before it has come, and no
 * client of PostHog sends one. Ten thousand events fit.
 */
const MAX_UNANNOUNCED_BYTES = 4 * MEGABYTE;

const RETRY_AFTER_SECONDS = 5;

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
		return budget.read(payload, { address, maxBytes });
	});
	// With a callback: a promise for each request would show in a profile.
	service.addHook("onRequest", ({ method, raw }, reply, next) => {
		if (method !== "GET") reply.raw.once("close", () => budget.release(raw));
		next();
	});
	service.addHook("preValidation", async (request, reply) =>
		// A body is a Buffer, or the reason why it was not read.
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

/** Of requests that are handed to another service: a stream can be read once. */
const keptBodies = new WeakMap<IncomingMessage, Buffer>();

/** The service that a request is handed to finds the body that this one has read. */
export function keepBody({ raw, body }: FastifyRequest): void {
	if (Buffer.isBuffer(body)) keptBodies.set(raw, body);
}
