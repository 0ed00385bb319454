import { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { releaseBuffer, releasePiece } from "../release-buffer.ts";

/** Stands for a body that was not kept, or not waited for any longer. */
export class RefusedBody {
	readonly status: 400 | 408 | 413;
	readonly sentence: string;

	constructor(status: 400 | 408 | 413, sentence: string) {
		this.status = status;
		this.sentence = sentence;
	}
}

/** Looks at the body of one request while it arrives. */
export interface BodyWatch {
	/**
	 * Called for each piece.
	 *
	 * @param place Where the body is gathered; it may be longer than the body.
	 * @param length How much of it is there.
	 * @returns Why the rest is not worth waiting for, if it is not.
	 */
	readonly look: (place: Uint8Array, length: number) => RefusedBody | undefined;
}

declare module "fastify" {
	interface FastifyContextConfig {
		/**
		 * For routes that look at a body while it arrives. Asked when it turns out to be larger than a packet or two.
		 *
		 * @param size What its sender says, in bytes, or else the most that may come.
		 */
		readonly watchBody?: (request: FastifyRequest, size: number) => BodyWatch | undefined;
	}
}

/** A beacon of a closing page is small; whoever needs longer than this for a body is stalling. */
const BODY_TIMEOUT_MS = 30_000;

/**
 * Of a body whose sender announces no length. It cannot be refused before it has come, so that
 * memory is held on suspicion; and no client of PostHog sends one. Ten thousand events fit.
 */
const MAX_UNANNOUNCED_BYTES = 4 * 1024 * 1024;

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
 * bodies of no announced length. A route that watches its bodies may refuse one before it is all there.
 */
export function acceptRawBodies(service: FastifyInstance): void {
	service.removeAllContentTypeParsers();
	service.addContentTypeParser("*", async (request: FastifyRequest, payload: IncomingMessage) => {
		const declared = Number(payload.headers["content-length"] ?? Number.NaN);
		const { bodyLimit, config } = request.routeOptions;
		const limit = Number.isNaN(declared) ? Math.min(bodyLimit, MAX_UNANNOUNCED_BYTES) : bodyLimit;
		return await readBody(payload, {
			declared,
			limit,
			watch: (size) => config.watchBody?.(request, size),
		});
	});
	service.addHook("onResponse", async ({ body }) => {
		if (body instanceof Buffer && body.length > SMALL_BYTES) releaseBuffer(body);
	});
	service.addHook("preValidation", async ({ body }, reply) => {
		if (!(body instanceof RefusedBody)) return undefined;
		if (body.status === 408) reply.header("connection", "close");
		return reply.code(body.status).type("text/plain; charset=utf-8").send(body.sentence);
	});
}

const TOO_SLOW = new RefusedBody(408, "Request body took too long");
const TOO_LARGE = new RefusedBody(413, "Request body is too large");
const TOO_LARGE_UNANNOUNCED = new RefusedBody(
	413,
	`Request body is too large: without a content-length, at most ${MAX_UNANNOUNCED_BYTES / 1024 / 1024} MB`,
);

interface BodyOptions {
	/** Its length, as the sender says; NaN when it says nothing. */
	readonly declared: number;
	readonly limit: number;
	readonly watch: (size: number) => BodyWatch | undefined;
}

function readBody(
	payload: IncomingMessage,
	{ declared, limit, watch }: BodyOptions,
): Promise<Buffer | RefusedBody> {
	const { promise, resolve, reject } = Promise.withResolvers<Buffer | RefusedBody>();
	const tooLarge = Number.isNaN(declared) ? TOO_LARGE_UNANNOUNCED : TOO_LARGE;
	const timer = setTimeout(() => giveUp(), BODY_TIMEOUT_MS);
	// It closes after its end as well as without one.
	payload.once("close", () => clearTimeout(timer));
	// Node's parser makes each piece for this body alone. Injected ones belong to whoever injects them.
	const discard = payload instanceof IncomingMessage ? releasePiece : () => {};
	let pieces: Buffer[] = [];
	let place: Buffer | undefined;
	let watching: BodyWatch | undefined;
	let length = 0;
	let isRefused = false;
	const refuse = (refusal: RefusedBody): void => {
		isRefused = true;
		pieces = [];
		if (place !== undefined) releaseBuffer(place);
		place = undefined;
		payload.off("data", keep).on("data", discard);
		resolve(refusal);
	};
	const giveUp = (): void => {
		// What was refused has been answered.
		if (isRefused) payload.destroy();
		else refuse(TOO_SLOW);
	};
	const keep = (piece: Buffer): void => {
		length += piece.length;
		if (length > limit) {
			discard(piece);
			refuse(tooLarge);
			return;
		}
		if (place === undefined && length <= SMALL_BYTES) {
			pieces.push(piece);
			return;
		}
		if (place === undefined) {
			// Pages that nothing is written to take no memory.
			const size = Number.isNaN(declared) ? limit : declared;
			place = placeFor(pieces, size);
			for (const placed of pieces) discard(placed);
			pieces = [];
			watching = watch(size);
		}
		piece.copy(place, length - piece.length);
		discard(piece);
		const refusal = watching?.look(place, length);
		if (refusal !== undefined) refuse(refusal);
	};
	payload.on("data", keep);
	if (declared > limit) refuse(tooLarge);
	payload.once("end", () => resolve(place?.subarray(0, length) ?? Buffer.concat(pieces, length)));
	payload.once("error", reject);
	payload.once("close", () => {
		// Every body closes, and an error with its stack would be a fiftieth of what a small one costs.
		if (!payload.readableEnded) reject(new Error("The body ended before it was complete"));
	});
	return promise;
}

function placeFor(pieces: readonly Buffer[], size: number): Buffer {
	const place = Buffer.allocUnsafeSlow(size);
	let offset = 0;
	for (const piece of pieces) offset += piece.copy(place, offset);
	return place;
}
