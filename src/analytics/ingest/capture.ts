import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Metrics } from "../../platform/metrics.ts";
import type { AnalyticsStore } from "../store/analytics-store.ts";
import type { NewEvent } from "../store/events/new-event.ts";
import type { RawEvents } from "../store/raw-batch.ts";
import type { WireRequest } from "../wire/decode-body.ts";
import type { EnvelopeHints } from "../wire/read-envelope.ts";
import { UNREADABLE_REASONS } from "../wire/read-event.ts";
import { ArrivingBody } from "./arriving-body.ts";
import { Backlog } from "./backlog.ts";
import { createCaptureMetrics } from "./capture-metrics.ts";
import type { DropReason } from "./draft.ts";
import { pooledRandom } from "./pooled-random.ts";
import { LARGE_BYTES } from "./read-envelopes.ts";
import { createSteps } from "./steps.ts";
import {
	type CaptureReading,
	type IntakeOptions,
	type PassageOptions,
	type Sender,
	takeIn,
	takeRaw,
} from "./take-in.ts";
import { parseUserAgent } from "./user-agent.ts";
import { WriteBuffer } from "./write-buffer.ts";

export interface CaptureOptions {
	readonly store: AnalyticsStore;
	readonly metrics: Metrics;
	readonly projectKey: string;
	readonly keptQueryParameters: readonly string[];
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
	readonly randomBytes: (size: number) => Uint8Array;
	/** Whether visits from an address are not wanted. */
	readonly isIgnored: (address: string) => boolean;
	/** Told of every request, for those who watch what comes in. */
	readonly observe: IntakeOptions["observe"];
}

/** Every path that a client captures to; the router serves the final slash as well. */
const CAPTURE_PATHS = [
	"/e",
	"/i/v0/e",
	"/i/v0/ai/batch",
	"/batch",
	"/capture",
	"/track",
	"/engage",
	"/s",
] as const;

/** A sync takes some milliseconds; waiting about as long doubles the latency and no more. */
const MAX_AGE_MS = 4;
/** Some ten milliseconds of writing; a larger group would only make its senders wait. */
const MAX_GROUP_EVENTS = 500;
/** Some seconds of work at full speed. */
const MAX_WAITING_EVENTS = 50_000;

/** Of events that are staged, and counted when they are folded. */
const COUNTED_LATER = { stored: 0, repeated: 0 } as const;

/** What the handlers share. */
interface Capture extends CaptureOptions, IntakeOptions {
	readonly arriving: WeakMap<FastifyRequest, ArrivingBody>;
}

/** The routes that take events in. What was accepted is written before the service closes. */
export async function capture(service: FastifyInstance, options: CaptureOptions): Promise<void> {
	const { store, randomBytes } = options;
	const backlog = new Backlog({
		staged: store.staged,
		folded: (outcome) => counts.written(outcome),
		tidyUp: store.checkpoint,
		maxEvents: MAX_WAITING_EVENTS,
		log: service.log,
	});
	const buffer = new WriteBuffer({
		write: (events) => {
			if (backlog.events === 0) return store.writeBatch(events);
			backlog.stage(events);
			return COUNTED_LATER;
		},
		tidyUp: store.checkpoint,
		maxAgeMs: MAX_AGE_MS,
		maxGroupEvents: MAX_GROUP_EVENTS,
		maxWaitingEvents: MAX_WAITING_EVENTS,
	});
	const waitingEvents = () => buffer.waitingEvents + backlog.events;
	const counts = createCaptureMetrics(options.metrics, waitingEvents);
	const steps = createSteps({ ...options, salts: store.salts, warn: counts.warned });
	const pipeline = { steps, randomBytes: pooledRandom(randomBytes) };
	const arriving = new WeakMap<FastifyRequest, ArrivingBody>();
	const shared: Capture = { ...options, buffer, backlog, counts, pipeline, arriving };
	store.staged.readRawWith((raw) => readRaw(raw, shared, service.log));
	service.addHook("preClose", async () => {
		buffer.flush();
		backlog.drain();
	});
	const watchBody = (request: FastifyRequest, size: number): ArrivingBody | undefined => {
		if (size <= LARGE_BYTES) return undefined;
		backlog.rest();
		// The query's payload counts where there is one.
		if (queryText(request, "data") !== undefined) return undefined;
		const body = new ArrivingBody();
		arriving.set(request, body);
		return body;
	};
	for (const url of CAPTURE_PATHS) {
		const handler = (request: FastifyRequest, reply: FastifyReply) =>
			handleCapture(shared, request, reply);
		service.get(url, { exposeHeadRoute: false }, handler);
		service.post(url, { config: { watchBody } }, handler);
	}
}

function readRaw(
	raw: RawEvents,
	passage: PassageOptions,
	log: FastifyBaseLogger,
): readonly NewEvent[] | undefined {
	try {
		return takeRaw(raw, passage);
	} catch (error) {
		log.error({ err: error }, "Staged events could not be read; they are kept for the next start");
		return undefined;
	}
}

/** Decode → read → steps → write; each can end it. */
async function handleCapture(
	shared: Capture,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<FastifyReply> {
	const intake = await takeIn(readingOf(shared, request), shared);
	if (intake.kind === "refused") return refuse(reply, intake.status, intake.message);
	const { kept, drops } = intake;
	const refusal = kept > 0 ? undefined : refusalOf(drops);
	if (refusal !== undefined) return refuse(reply, 400, refusal);
	return accept(request, reply, drops);
}

function readingOf(shared: Capture, request: FastifyRequest): CaptureReading {
	return {
		wire: wireRequest(request),
		sender: readSender(shared, request),
		options: {
			hints: envelopeHints(request),
			scanner: shared.arriving.get(request)?.scanner,
		},
	};
}

function wireRequest(request: FastifyRequest): WireRequest {
	return {
		body: request.body instanceof Uint8Array ? request.body : new Uint8Array(),
		contentType: request.headers["content-type"],
		contentEncoding: request.headers["content-encoding"],
		query: {
			data: queryText(request, "data"),
			compression: queryText(request, "compression"),
		},
	};
}

function envelopeHints(request: FastifyRequest): EnvelopeHints {
	return {
		sentAtQuery: queryText(request, "_"),
		isEngage: request.routeOptions.url === "/engage",
	};
}

function readSender({ now, isIgnored }: Capture, request: FastifyRequest): Sender {
	const userAgent = request.headers["user-agent"];
	return {
		receivedAt: now(),
		isIgnored: isIgnored(request.ip),
		address: queryText(request, "ip") === "0" ? undefined : request.ip,
		userAgent,
		agent: userAgent === undefined ? undefined : parseUserAgent(userAgent),
	};
}

/** The sentence for a request of which nothing could be understood. */
function refusalOf(drops: readonly DropReason[]): string | undefined {
	const sentences: Partial<Record<DropReason, string>> = {
		...UNREADABLE_REASONS,
		"performance-event": "payload empty after filtering invalid event types",
	};
	return drops.map((reason) => sentences[reason]).find((sentence) => sentence !== undefined);
}

function accept(
	request: FastifyRequest,
	reply: FastifyReply,
	drops: readonly DropReason[],
): FastifyReply {
	// Nobody reads the answer to a beacon.
	if (queryText(request, "beacon") === "1") return reply.code(204).send();
	if (!drops.includes("recording")) return reply.send({ status: "Ok" });
	// Never any other word here: "events" would stop the client from sending any at all.
	return reply.send({ status: "Ok", quota_limited: ["recordings"] });
}

function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
	return reply.code(status).type("text/plain; charset=utf-8").send(message);
}

/** First value of a query parameter. */
function queryText(request: FastifyRequest, name: string): string | undefined {
	// Fastify's own parser gives a record of texts and arrays of texts.
	const value = (request.query as Record<string, unknown>)[name];
	const first: unknown = Array.isArray(value) ? value[0] : value;
	return typeof first === "string" ? first : undefined;
}
