import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** Stands for a body that was not kept, because it is larger than any may be. */
const TOO_LARGE = Symbol("body too large");
/** Stands for a body that was not waited for any longer. */
const TOO_SLOW = Symbol("body too slow");

/** A beacon of a closing page is small; whoever needs longer than this for a body is stalling. */
const BODY_TIMEOUT_MS = 30_000;

/**
 * Of a body whose sender announces no length. It cannot be refused before it has come, so that
 * memory is held on suspicion; and no client of PostHog sends one.
 */
const MAX_UNANNOUNCED_BYTES = 8 * 1024 * 1024;

/** Bodies of one packet or two are joined; larger ones are written into place as they come. */
const SMALL_BYTES = 64 * 1024;

/**
 * Clients lie about what they send, so every body arrives as a Buffer and each route decodes
 * its own.
 *
 * Fastify's own reader keeps the pieces of a body and joins them, which takes twice its size,
 * and hangs up on a body that is too large, so that its sender hardly ever reads why. This one
 * answers 413 at once and lets the rest run into the void, for as long as a body may take.
 * The limit is the route's, or the service's where the route has none, and a lower one for
 * bodies of no announced length.
 */
export function acceptRawBodies(service: FastifyInstance): void {
	service.removeAllContentTypeParsers();
	service.addContentTypeParser("*", async (request: FastifyRequest, payload: IncomingMessage) => {
		const declared = Number(payload.headers["content-length"] ?? Number.NaN);
		const { bodyLimit } = request.routeOptions;
		const limit = Number.isNaN(declared) ? Math.min(bodyLimit, MAX_UNANNOUNCED_BYTES) : bodyLimit;
		return await readBody(payload, { declared, limit });
	});
	service.addHook("preValidation", async (request, reply) => {
		if (request.body === TOO_LARGE) return refuseBody(reply, 413, tooLargeSentence(request));
		if (request.body !== TOO_SLOW) return undefined;
		return refuseBody(reply.header("connection", "close"), 408, "Request body took too long");
	});
}

function tooLargeSentence({ headers }: FastifyRequest): string {
	return headers["content-length"] === undefined
		? `Request body is too large: without a content-length, at most ${MAX_UNANNOUNCED_BYTES / 1024 / 1024} MB`
		: "Request body is too large";
}

function refuseBody(reply: FastifyReply, status: 408 | 413, sentence: string): FastifyReply {
	return reply.code(status).type("text/plain; charset=utf-8").send(sentence);
}

type BodyReading = Buffer | typeof TOO_LARGE | typeof TOO_SLOW;

interface BodySize {
	/** What the sender says; NaN when it says nothing. */
	readonly declared: number;
	readonly limit: number;
}

function readBody(payload: IncomingMessage, { declared, limit }: BodySize): Promise<BodyReading> {
	const { promise, resolve, reject } = Promise.withResolvers<BodyReading>();
	const timer = setTimeout(() => giveUp(), BODY_TIMEOUT_MS);
	// It closes after its end as well as without one.
	payload.once("close", () => clearTimeout(timer));
	let isTooLarge = declared > limit;
	if (isTooLarge) resolve(TOO_LARGE);
	let pieces: Buffer[] = [];
	let place: Buffer | undefined;
	let length = 0;
	const stopKeeping = (): void => {
		pieces = [];
		place = undefined;
		payload.off("data", keep).resume();
	};
	const giveUp = (): void => {
		stopKeeping();
		// What was too large has been answered.
		if (isTooLarge) payload.destroy();
		else resolve(TOO_SLOW);
	};
	const keep = (piece: Buffer): void => {
		length += piece.length;
		isTooLarge ||= length > limit;
		if (isTooLarge) {
			stopKeeping();
			resolve(TOO_LARGE);
			return;
		}
		if (place === undefined && length <= SMALL_BYTES) {
			pieces.push(piece);
			return;
		}
		// Pages that nothing is written to take no memory.
		place ??= placeFor(pieces, Number.isNaN(declared) ? limit : declared);
		piece.copy(place, length - piece.length);
	};
	payload.on("data", keep);
	payload.once("end", () => resolve(place?.subarray(0, length) ?? Buffer.concat(pieces, length)));
	payload.once("error", reject);
	payload.once("close", () => reject(new Error("The body ended before it was complete")));
	return promise;
}

function placeFor(pieces: readonly Buffer[], size: number): Buffer {
	const place = Buffer.allocUnsafeSlow(size);
	let offset = 0;
	for (const piece of pieces) offset += piece.copy(place, offset);
	return place;
}
