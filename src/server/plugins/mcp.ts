import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { LRUCache } from "lru-cache";
import { answerMcp, type McpServer } from "../discovery/mcp.ts";
import { refuse } from "../http/refuse.ts";

export interface McpOptions {
	/** Absent: the operator wants none. */
	readonly server: () => McpServer | undefined;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
}

export const MCP_PATH = "/mcp";

/** A question with its arguments is a few hundred bytes. */
const MAX_BODY_BYTES = 65_536;

/** Calls of one address within a minute: a model that reads a whole site asks for less. */
const CALLS_PER_MINUTE = 120;
const MINUTE_MS = 60_000;

/** Addresses that are counted at a time. */
const ADDRESSES = 10_000;

/**
 * Answers language models by the Model Context Protocol: streamable HTTP without sessions, so that
 * each call is one request with one answer in JSON.
 */
export const mcp = fp(registerMcp, { name: "mcp", fastify: "5.x" });

async function registerMcp(site: FastifyInstance, { server, now }: McpOptions): Promise<void> {
	const isWithinRate = limitRate(now);
	// A page of the author may have this address; only clients of the protocol ask for a stream.
	site.addHook("onRequest", (request, reply, next) => {
		const { path } = request.target;
		if (path !== MCP_PATH || request.method !== "GET" || !wantsStream(request)) return next();
		reply.header("allow", "POST");
		return refuse(reply, 405, "This service sends nothing by itself: post a message");
	});
	site.post(MCP_PATH, { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
		const found = server();
		if (found === undefined) return refuse(reply, 404, "There is no such service");
		if (!isOwnOrigin(request)) return refuse(reply, 403, "Another site must not ask");
		if (!isWithinRate(request.ip)) {
			reply.header("retry-after", MINUTE_MS / 1000);
			return refuse(reply, 429, `There must be at most ${CALLS_PER_MINUTE} calls a minute`);
		}
		return answer(found, request, reply);
	});
}

async function answer(
	server: McpServer,
	{ body }: FastifyRequest,
	reply: FastifyReply,
): Promise<FastifyReply> {
	const answered = await answerMcp(server, body);
	reply.header("cache-control", "no-store");
	if (answered === undefined) return reply.code(202).send();
	return reply.type("application/json; charset=utf-8").send(JSON.stringify(answered));
}

function wantsStream({ headers }: FastifyRequest): boolean {
	return headers.accept?.includes("text/event-stream") === true;
}

/** A page of another site, opened beside a server of a private network, must not read it. */
function isOwnOrigin({ headers: { origin }, host }: FastifyRequest): boolean {
	if (origin === undefined) return true;
	return URL.canParse(origin) && new URL(origin).host === host;
}

function limitRate(now: () => number): (address: string) => boolean {
	const counts = new LRUCache<string, { calls: number; readonly untilMs: number }>({
		max: ADDRESSES,
	});
	return (address) => {
		const known = counts.get(address);
		if (known === undefined || now() >= known.untilMs) {
			counts.set(address, { calls: 1, untilMs: now() + MINUTE_MS });
			return true;
		}
		known.calls += 1;
		return known.calls <= CALLS_PER_MINUTE;
	};
}
