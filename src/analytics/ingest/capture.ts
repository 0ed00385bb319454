import { setImmediate } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type { Metrics } from "../../platform/observability/metrics.ts";
import { CAPTURE_PATHS } from "../../shared/analytics.ts";
import { decodeRequest, MAX_UNPACKED_BYTES } from "../http/decode-body.ts";
import { queryValue } from "../http/query-value.ts";
import { createDeliveryReader, type RequestDelivery } from "../http/read-delivery.ts";
import type { ForwardToProject } from "../projects/route-projects.ts";
import type { AnalyticsStore } from "../store/analytics-store.ts";
import { DAY_MS, HOUR_MS } from "../store/totals/roll-up.ts";
import { type CaptureMetrics, createCaptureMetrics } from "./capture-metrics.ts";
import {
	type CaptureProtocol,
	PROTOCOL_V0,
	PROTOCOL_V1,
	type TakenEvents,
} from "./capture-protocols.ts";
import type { RequestFacts } from "./draft.ts";
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

/** A sync takes some milliseconds; waiting about as long doubles the latency and no more. */
const MAX_AGE_MS = 4;
/** Some ten milliseconds of steps and writing: other requests wait no longer for their turn. */
const EVENTS_PER_TURN = 250;
/** Decoding more than this takes some milliseconds, or has as many events as a turn. */
const LARGE_BODY_BYTES = 64 * 1024;
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
	/** Of large requests, one at a time has a turn of the event loop: small ones are served in between. */
	readonly nextTurn: () => Promise<void>;
	readonly protocol: CaptureProtocol;
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
	let lastTurn = Promise.resolve();
	const nextTurn = (): Promise<void> => {
		lastTurn = lastTurn.then(() => setImmediate());
		return lastTurn;
	};
	const own = { buffer, counts, agents, readDelivery, nextTurn };
	const handlerOf = (protocol: CaptureProtocol) => {
		// Made once: a copy for each request would show in a profile.
		const shared: Capture = { ...options, ...own, protocol };
		return (request: FastifyRequest, reply: FastifyReply) => handleCapture(shared, request, reply);
	};
	// The router serves the final slash as well.
	for (const path of CAPTURE_PATHS) {
		service.get(`/${path}`, { exposeHeadRoute: false }, handlerOf(PROTOCOL_V0));
		service.post(`/${path}`, handlerOf(PROTOCOL_V0));
	}
	service.post("/i/v1/analytics/events", handlerOf(PROTOCOL_V1));
}

/** Decode → read → steps → write; the answer leaves after the last commit. */
async function handleCapture(
	shared: Capture,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<FastifyReply> {
	const { protocol } = shared;
	const isLarge = Buffer.isBuffer(request.body) && request.body.length > LARGE_BODY_BYTES;
	if (isLarge) await shared.nextTurn();
	const decoded = decodeRequest(request, MAX_UNPACKED_BYTES);
	if (decoded.kind === "refused") return protocol.refuse(reply, decoded);
	const reading = protocol.read(decoded.value, request);
	if (reading.kind === "refused") return protocol.refuse(reply, reading);
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
	const taken = await takeIn({ events, facts, nextUuid: delivery?.nextUuid }, shared);
	return protocol.answer({ request, reply, events, ...taken });
}

interface ReadRequest extends Pick<RunOptions, "nextUuid"> {
	readonly events: readonly unknown[];
	readonly facts: RequestFacts;
}

/** Steps and writing, some hundred events in each turn. */
async function takeIn(
	{ events: rawEvents, facts, nextUuid }: ReadRequest,
	{ counts, buffer, observe, steps, randomBytes, nextTurn }: Capture,
): Promise<TakenEvents> {
	const drops: TakenEvents["drops"][number][] = [];
	const warnings: TakenEvents["warnings"][number][] = [];
	for (let first = 0; first < rawEvents.length; first += EVENTS_PER_TURN) {
		if (rawEvents.length > EVENTS_PER_TURN) await nextTurn();
		const part = rawEvents.slice(first, first + EVENTS_PER_TURN);
		const result = runSteps(part, facts, { steps, randomBytes, nextUuid, timed: counts.timed });
		observe({ rawEvents: part, facts, result });
		counts.passed(result);
		drops.push(...result.drops);
		warnings.push(...result.warnings);
		try {
			counts.written(await buffer.add(result.events));
		} catch (error) {
			// A write fails with an error of SQLite or of the store.
			return { drops, warnings, left: rawEvents.slice(first), error: error as Error };
		}
	}
	return { drops, warnings, left: [], error: undefined };
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
	const known = { receivedAt, plausible, isOptedOut };
	if (delivery?.isSenderKnown === false) {
		return {
			...known,
			isIgnored: false,
			address: undefined,
			userAgent: undefined,
			agent: undefined,
		};
	}
	const { ip } = request;
	const userAgent = request.headers["user-agent"];
	return {
		...known,
		isIgnored: isIgnored(ip),
		address: queryValue(request, "ip") === "0" ? undefined : ip,
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
