import { setImmediate } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type { Metrics } from "../../platform/metrics.ts";
import { decodeRequest } from "../http/decode-request.ts";
import { queryValue } from "../http/query-value.ts";
import { createDeliveryReader, type RequestDelivery } from "../http/read-delivery.ts";
import type { ForwardToProject } from "../projects/route-projects.ts";
import type { AnalyticsStore } from "../store/analytics-store.ts";
import { DAY_MS, HOUR_MS } from "../store/totals/roll-up.ts";
import { MAX_UNPACKED_BYTES } from "../wire/decode-body.ts";
import { readEnvelope } from "../wire/read-envelope.ts";
import { UNREADABLE_REASONS } from "../wire/read-event.ts";
import { type CaptureMetrics, createCaptureMetrics } from "./capture-metrics.ts";
import type { RequestFacts } from "./draft.ts";
import type { DropReason } from "./drop-reasons.ts";
import { type RunOptions, runSteps, type StepsResult } from "./run-steps.ts";
import { parseUserAgent, type UserAgent } from "./user-agent.ts";
import { WriteBuffer } from "./write-buffer.ts";

export interface CaptureOptions extends Pick<RunOptions, "steps" | "randomBytes"> {
	readonly store: AnalyticsStore;
	readonly metrics: Metrics;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
	/** How long events are kept. */
	readonly retentionDays: () => number;
	/** Whether events that come with `Sec-GPC` or `DNT` are dropped. */
	readonly dropsOptedOut: boolean;
	/** Where the site is, whose word on a request is taken. */
	readonly trustedProxies: readonly string[];
	/** Whether visits from an address are not wanted. */
	readonly isIgnored: (address: string) => boolean;
	/** For events with the key of another project. */
	readonly forwardToProject: ForwardToProject | undefined;
	/** Called with all events of a request, for the live view. */
	readonly observe: (capture: ObservedCapture) => void;
}

/** Events as they came, and what became of them. */
export interface ObservedCapture {
	readonly rawEvents: readonly unknown[];
	readonly facts: RequestFacts;
	readonly result: StepsResult;
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
/** Some ten milliseconds of steps and writing: other requests wait no longer for their turn. */
const EVENTS_PER_TURN = 500;
/** Some seconds of work at full speed. */
const MAX_WAITING_EVENTS = 50_000;

/** Browsers are some hundred, and reading one takes as long as half of the steps. */
const MAX_KNOWN_AGENTS = 1_000;
const MAX_KNOWN_AGENT_LENGTH = 400;

/** What the handlers share. */
interface Capture extends CaptureOptions {
	readonly buffer: WriteBuffer;
	readonly counts: CaptureMetrics;
	/** Cache of parsed user agents. */
	readonly agents: LRUCache<string, UserAgent>;
	readonly readDelivery: ReturnType<typeof createDeliveryReader>;
}

/** The routes that take events in. What was accepted is written before the service closes. */
export async function capture(service: FastifyInstance, options: CaptureOptions): Promise<void> {
	const { store, metrics } = options;
	const buffer = new WriteBuffer({
		write: store.writeBatch,
		tidyUp: store.checkpoint,
		maxAgeMs: MAX_AGE_MS,
		maxGroupEvents: EVENTS_PER_TURN,
		maxWaitingEvents: MAX_WAITING_EVENTS,
	});
	const counts = createCaptureMetrics(metrics, () => buffer.waitingEvents);
	service.addHook("preClose", async () => buffer.flush());
	const agents = new LRUCache<string, UserAgent>({ max: MAX_KNOWN_AGENTS });
	const readDelivery = createDeliveryReader(options.trustedProxies);
	// The site recognizes by it which answers are this service's, and not a proxy's.
	service.addHook("onRequest", (request, reply, next) => {
		const id = request.headers["x-loggia-delivery"];
		if (typeof id === "string") reply.header("x-loggia-verdict", id);
		next();
	});
	const shared: Capture = { ...options, buffer, counts, agents, readDelivery };
	for (const url of CAPTURE_PATHS) {
		const handler = (request: FastifyRequest, reply: FastifyReply) =>
			handleCapture(shared, request, reply);
		service.get(url, { exposeHeadRoute: false }, handler);
		service.post(url, handler);
	}
}

/** Decode → read → steps → write; the answer leaves after the last commit. */
async function handleCapture(
	shared: Capture,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<FastifyReply> {
	const decoded = decodeRequest(request, MAX_UNPACKED_BYTES);
	if (decoded.kind === "refused") return refuse(reply, decoded.status, decoded.message);
	const reading = readEnvelope(decoded.value, {
		sentAtQuery: queryValue(request, "_"),
		isEngage: request.routeOptions.url === "/engage",
	});
	if (reading.kind === "refused") return refuse(reply, reading.status, reading.message);
	const { token, sentAt, isHistory, events } = reading.envelope;
	if (shared.forwardToProject?.(token, request, reply) === true) return reply;
	const delivery = shared.readDelivery(request, shared.now());
	const facts = {
		...readSender(shared, request, delivery),
		token,
		sentAt,
		isHistory,
		bodyLength: decoded.length,
	};
	const { kept, drops } = await takeIn(events, facts, { ...shared, nextUuid: delivery?.nextUuid });
	const refusal = kept > 0 ? undefined : refusalOf(drops);
	if (refusal !== undefined) return refuse(reply, 400, refusal);
	return accept(request, reply, drops);
}

/** Steps and writing, some hundred events a turn of the event loop: others are served in between. */
async function takeIn(
	rawEvents: readonly unknown[],
	facts: RequestFacts,
	{ counts, buffer, observe, steps, randomBytes, nextUuid }: Capture & Pick<RunOptions, "nextUuid">,
): Promise<{ readonly kept: number; readonly drops: readonly DropReason[] }> {
	const drops: DropReason[] = [];
	let kept = 0;
	for (let first = 0; first < rawEvents.length; first += EVENTS_PER_TURN) {
		if (first > 0) await setImmediate();
		const part = rawEvents.slice(first, first + EVENTS_PER_TURN);
		const result = runSteps(part, facts, { steps, randomBytes, nextUuid, timed: counts.timed });
		observe({ rawEvents: part, facts, result });
		counts.passed(result);
		drops.push(...result.drops);
		kept += result.events.length;
		counts.written(await buffer.add(result.events));
	}
	return { kept, drops };
}

function readSender(
	{ now, retentionDays, dropsOptedOut, isIgnored, agents }: Capture,
	request: FastifyRequest,
	delivery: RequestDelivery | undefined,
): Omit<RequestFacts, "token" | "sentAt" | "isHistory" | "bodyLength"> {
	const receivedAt = delivery?.arrivedAt ?? now();
	const { "sec-gpc": gpc, dnt } = request.headers;
	const isOptedOut = dropsOptedOut && (gpc === "1" || dnt === "1");
	const plausible = { from: receivedAt - retentionDays() * DAY_MS, to: receivedAt + HOUR_MS };
	if (delivery?.isSenderKnown === false) {
		return {
			receivedAt,
			plausible,
			isIgnored: false,
			isOptedOut,
			address: undefined,
			userAgent: undefined,
			agent: undefined,
		};
	}
	const userAgent = request.headers["user-agent"];
	return {
		receivedAt,
		plausible,
		isIgnored: isIgnored(request.ip),
		isOptedOut,
		address: queryValue(request, "ip") === "0" ? undefined : request.ip,
		userAgent,
		agent: agentOf(userAgent ?? "", agents),
	};
}

function agentOf(text: string, agents: LRUCache<string, UserAgent>): UserAgent {
	const known = agents.get(text);
	if (known !== undefined) return known;
	const agent = parseUserAgent(text);
	if (text.length <= MAX_KNOWN_AGENT_LENGTH) agents.set(text, agent);
	return agent;
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
	// No client reads the answer to a beacon.
	if (queryValue(request, "beacon") === "1") return reply.code(204).send();
	if (!drops.includes("recording")) return reply.send({ status: "Ok" });
	// Never any other word here: "events" would stop the client from sending any at all.
	return reply.send({ status: "Ok", quota_limited: ["recordings"] });
}

function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
	return reply.code(status).type("text/plain; charset=utf-8").send(message);
}
