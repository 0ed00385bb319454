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
	/** Days for which events are stored. */
	readonly retentionDays: () => number;
	/** Whether events of requests with `Sec-GPC: 1` or `DNT: 1` are dropped. */
	readonly dropsOptedOut: boolean;
	/** Proxies, including the site server, whose delivery headers are trusted. */
	readonly trustedProxies: readonly string[];
	/** Whether visits from an address are not counted. */
	readonly isIgnored: (address: string) => boolean;
	/** Handles requests with the key of another project. */
	readonly forwardToProject: ForwardToProject | undefined;
	/** Called with each chunk of a request's events, for the live screen and the counts of drops. */
	readonly observe: (capture: ObservedCapture) => void;
}

/** Raw events of a request, and the result of their steps. */
export interface ObservedCapture {
	readonly rawEvents: readonly unknown[];
	readonly facts: RequestFacts;
	readonly result: StepsResult;
}

/** A disk sync takes a few milliseconds. A wait of about that length at most doubles the latency. */
const MAX_AGE_MS = 4;
/** About ten milliseconds of steps and writing, so that other requests do not wait longer. */
const EVENTS_PER_TURN = 250;
/** A larger body takes some milliseconds to decode, or has as many events as a turn. */
const LARGE_BODY_BYTES = 64 * 1024;
/** A few seconds of work at full speed. */
const MAX_WAITING_EVENTS = 50_000;

/** A few hundred user agents are in use. Parsing one takes half as long as all steps. */
const MAX_KNOWN_AGENTS = 1_000;
const MAX_KNOWN_AGENT_LENGTH = 400;

/** Options and state that all handlers share. */
interface Capture extends CaptureOptions {
	readonly buffer: WriteBuffer;
	readonly counts: CaptureMetrics;
	/** Cache of parsed user agents. */
	readonly agents: LRUCache<string, UserAgent>;
	readonly readDelivery: ReturnType<typeof createDeliveryReader>;
	/** Waits for the next turn. Only one large request runs in a turn, so that small ones run in between. */
	readonly nextTurn: () => Promise<void>;
	readonly protocol: CaptureProtocol;
}

/** Registers the routes that receive events. Accepted events are written before the service closes. */
export async function capture(service: FastifyInstance, options: CaptureOptions): Promise<void> {
	const { store, metrics } = options;
	const buffer = new WriteBuffer({
		write: store.writeBatch,
		afterFlush: store.checkpoint,
		maxAgeMs: MAX_AGE_MS,
		maxGroupEvents: EVENTS_PER_TURN,
		maxWaitingEvents: MAX_WAITING_EVENTS,
	});
	const counts = createCaptureMetrics(metrics, () => buffer.waitingEvents);
	service.addHook("preClose", async () => buffer.flush());
	const agents = new LRUCache<string, UserAgent>({ max: MAX_KNOWN_AGENTS });
	const readDelivery = createDeliveryReader(options.trustedProxies);
	// This header shows the site that the response is from this service and not from a proxy.
	service.addHook("onRequest", (request, reply, next) => {
		const id = request.headers["x-loggia-delivery"];
		if (typeof id === "string") reply.header("x-loggia-ack", id);
		next();
	});
	let lastTurn = Promise.resolve();
	const nextTurn = (): Promise<void> => {
		lastTurn = lastTurn.then(() => setImmediate());
		return lastTurn;
	};
	const own = { buffer, counts, agents, readDelivery, nextTurn };
	const handlerOf = (protocol: CaptureProtocol) => {
		// Created once: a copy for each request would show in a profile.
		const shared: Capture = { ...options, ...own, protocol };
		return (request: FastifyRequest, reply: FastifyReply) => handleCapture(shared, request, reply);
	};
	// The router also accepts a final slash.
	for (const path of CAPTURE_PATHS) {
		service.get(`/${path}`, { exposeHeadRoute: false }, handlerOf(PROTOCOL_V0));
		service.post(`/${path}`, handlerOf(PROTOCOL_V0));
	}
	service.post("/i/v1/analytics/events", handlerOf(PROTOCOL_V1));
}

/** Decodes, reads, runs the steps and writes. The response is sent after the last commit. */
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
	const { token, sentAt, isHistoricalMigration, events } = reading.envelope;
	if (shared.forwardToProject?.(token, request, reply) === true) return reply;
	const delivery = shared.readDelivery(request, shared.now());
	const facts = {
		...readSender(shared, request, delivery),
		token,
		sentAt,
		isHistoricalMigration,
		bodyLength: decoded.length,
	};
	const taken = await takeIn({ events, facts, nextUuid: delivery?.nextUuid }, shared);
	return protocol.answer({ request, reply, events, ...taken });
}

interface ReadRequest extends Pick<RunOptions, "nextUuid"> {
	readonly events: readonly unknown[];
	readonly facts: RequestFacts;
}

/** Runs the steps and writes, with up to 250 events in each turn of the event loop. */
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
			// `writeBatch` throws only errors of SQLite or of the store.
			return { drops, warnings, left: rawEvents.slice(first), error: error as Error };
		}
	}
	return { drops, warnings, left: [], error: undefined };
}

function readSender(
	{ now, retentionDays, dropsOptedOut, isIgnored, agents }: Capture,
	request: FastifyRequest,
	delivery: RequestDelivery | undefined,
): Omit<RequestFacts, "token" | "sentAt" | "isHistoricalMigration" | "bodyLength"> {
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
