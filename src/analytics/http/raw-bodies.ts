import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** Stands for a body that was not kept, or not waited for any longer. */
interface RefusedBody {
	readonly status: 408 | 413;
	readonly sentence: string;
}

/** A beacon of a closing page is small; a sender that needs longer than this is stalling. */
const BODY_TIMEOUT_MS = 30_000;

/**
 * Of a body whose sender announces no length. It cannot be refused before it has come, and no
 * client of PostHog sends one. Ten thousand events fit.
 */
const MAX_UNANNOUNCED_BYTES = 4 * 1024 * 1024;

const TOO_SLOW: RefusedBody = { status: 408, sentence: "Request body took too long" };
const TOO_LARGE: RefusedBody = { status: 413, sentence: "Request body is too large" };
const TOO_LARGE_UNANNOUNCED: RefusedBody = {
	status: 413,
	sentence: `Request body is too large: without a content-length, at most ${MAX_UNANNOUNCED_BYTES / 1024 / 1024} MB`,
};

/**
 * Clients lie about what they send, so every body arrives as a Buffer and each route decodes
 * its own.
 *
 * Fastify's own reader hangs up on a body that is too large, so that its sender hardly ever
 * reads why. This one answers 413 at once and discards the rest, for as long as a body may take.
 * The limit is the route's, or the service's where the route has none, and a lower one for
 * bodies of no announced length.
 */
export function acceptRawBodies(service: FastifyInstance): void {
	service.removeAllContentTypeParsers();
	service.addContentTypeParser("*", (request: FastifyRequest, payload: IncomingMessage) =>
		readBody(payload, request.routeOptions.bodyLimit),
	);
	service.addHook("preValidation", async ({ body }, reply) => {
		if (!isRefused(body)) return undefined;
		if (body.status === 408) reply.header("connection", "close");
		return reply.code(body.status).type("text/plain; charset=utf-8").send(body.sentence);
	});
}

function isRefused(body: unknown): body is RefusedBody {
	return body === TOO_SLOW || body === TOO_LARGE || body === TOO_LARGE_UNANNOUNCED;
}

/** Of requests that are handed to another service: a stream can be read once. */
const keptBodies = new WeakMap<IncomingMessage, Buffer>();

/** The service that a request is handed to finds the body that this one has read. */
export function keepBody({ raw, body }: FastifyRequest): void {
	if (Buffer.isBuffer(body)) keptBodies.set(raw, body);
}

async function readBody(
	payload: IncomingMessage,
	routeLimit: number,
): Promise<Buffer | RefusedBody> {
	return keptBodies.get(payload) ?? readStream(payload, routeLimit);
}

function readStream(payload: IncomingMessage, routeLimit: number): Promise<Buffer | RefusedBody> {
	const { promise, resolve, reject } = Promise.withResolvers<Buffer | RefusedBody>();
	const declared = Number(payload.headers["content-length"] ?? Number.NaN);
	const isAnnounced = !Number.isNaN(declared);
	const limit = isAnnounced ? routeLimit : Math.min(routeLimit, MAX_UNANNOUNCED_BYTES);
	let pieces: Buffer[] = [];
	let length = 0;
	let isAnswered = false;
	const refuse = (refusal: RefusedBody): void => {
		isAnswered = true;
		pieces = [];
		resolve(refusal);
	};
	const timer = setTimeout(() => {
		// What was refused has been answered.
		if (isAnswered) payload.destroy();
		else refuse(TOO_SLOW);
	}, BODY_TIMEOUT_MS);
	payload.on("data", (piece: Buffer) => {
		if (isAnswered) return;
		length += piece.length;
		if (length > limit) refuse(isAnnounced ? TOO_LARGE : TOO_LARGE_UNANNOUNCED);
		else pieces.push(piece);
	});
	if (declared > limit) refuse(TOO_LARGE);
	payload.once("end", () => resolve(Buffer.concat(pieces, length)));
	payload.once("error", reject);
	payload.once("close", () => {
		clearTimeout(timer);
		if (!payload.readableEnded) reject(new Error("The body ended before it was complete"));
	});
	return promise;
}
