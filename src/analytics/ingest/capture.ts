import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Metrics } from "../../platform/metrics.ts";
import type { AnalyticsStore } from "../store/analytics-store.ts";
import type { WireRequest } from "../wire/decode-body.ts";
import type { EnvelopeHints } from "../wire/read-envelope.ts";
import { UNREADABLE_REASONS } from "../wire/read-event.ts";
import { type CaptureMetrics, createCaptureMetrics } from "./capture-metrics.ts";
import type { DropReason, RequestFacts } from "./draft.ts";
import { type PipelineOptions, type PipelineResult, runPipeline } from "./pipeline.ts";
import { readEnvelopes } from "./read-envelopes.ts";
import { createSteps } from "./steps.ts";
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
	readonly observe: (capture: ObservedCapture) => void;
}

/** Events as they came, and what became of them. */
export interface ObservedCapture {
	readonly rawEvents: readonly unknown[];
	readonly facts: RequestFacts;
	readonly result: PipelineResult;
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

/** What the handlers share. */
interface Capture extends CaptureOptions {
	readonly pipeline: PipelineOptions;
	readonly buffer: WriteBuffer;
	readonly counts: CaptureMetrics;
}

/** The routes that take events in. What was accepted is written before the service closes. */
export async function capture(service: FastifyInstance, options: CaptureOptions): Promise<void> {
	const { store, randomBytes } = options;
	const buffer = new WriteBuffer({
		write: store.writeBatch,
		tidyUp: store.checkpoint,
		maxAgeMs: MAX_AGE_MS,
		maxGroupEvents: MAX_GROUP_EVENTS,
		maxWaitingEvents: MAX_WAITING_EVENTS,
	});
	const counts = createCaptureMetrics(options.metrics, () => buffer.waitingEvents);
	const steps = createSteps({ ...options, salts: store.salts, warn: counts.warned });
	const shared: Capture = { ...options, buffer, counts, pipeline: { steps, randomBytes } };
	service.addHook("preClose", async () => buffer.flush());
	for (const url of CAPTURE_PATHS) {
		const handler = (request: FastifyRequest, reply: FastifyReply) =>
			handleCapture(shared, request, reply);
		service.get(url, { exposeHeadRoute: false }, handler);
		service.post(url, handler);
	}
}

/** Decode → read → steps → write; each can end it. A large body passes in parts. */
async function handleCapture(
	shared: Capture,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<FastifyReply> {
	const { counts, pipeline, isIgnored } = shared;
	const receivedAt = shared.now();
	const seen = { ...readFacts(request), receivedAt, isIgnored: isIgnored(request.ip) };
	const drops: DropReason[] = [];
	let kept = 0;
	for await (const part of readEnvelopes(wireRequest(request), envelopeHints(request))) {
		if (part.kind === "refused") return refuse(reply, part.status, part.message);
		const { token, sentAt, events } = part.envelope;
		const facts = { ...seen, token, sentAt, bodyLength: part.length };
		const result = runPipeline(events, facts, pipeline);
		shared.observe({ rawEvents: events, facts, result });
		const partDrops = [...result.drops, ...oversizedDrops(part)];
		counts.dropped(partDrops);
		drops.push(...partDrops);
		kept += result.events.length;
		counts.written(await shared.buffer.add(result.events));
	}
	const refusal = kept > 0 ? undefined : refusalOf(drops);
	if (refusal !== undefined) return refuse(reply, 400, refusal);
	return accept(request, reply, drops);
}

function oversizedDrops({ oversized }: { readonly oversized: number }): readonly DropReason[] {
	return Array.from({ length: oversized }, () => "too-large");
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

function readFacts(request: FastifyRequest): Pick<RequestFacts, "address" | "userAgent" | "agent"> {
	const userAgent = request.headers["user-agent"];
	return {
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
