import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { sendProblem } from "../../platform/problem.ts";
import { answerMcp, type McpServer } from "../mcp/answer-mcp.ts";

export interface McpOptions {
	/** Returns `undefined` where the operator has switched the service off. */
	readonly server: () => McpServer | undefined;
}

export const MCP_PATH = "/mcp";

/** A call with its arguments takes a few hundred bytes. */
const MAX_BODY_BYTES = 65_536;

/** Calls of one address in a minute. A model that reads a whole site makes fewer. */
const MAX_CALLS = 120;
const MINUTE_MS = 60_000;

/** Addresses that are counted at the same time. */
const MAX_ADDRESSES = 10_000;

/**
 * Answers language models by the Model Context Protocol: streamable HTTP without sessions. Each call is
 * one request with one JSON response.
 */
export const mcp = fp(registerMcp, { name: "mcp", fastify: "5.x" });

async function registerMcp(site: FastifyInstance, { server }: McpOptions): Promise<void> {
	await site.register(rateLimit, { global: false, cache: MAX_ADDRESSES });
	const countCall = site.createRateLimit({ max: MAX_CALLS, timeWindow: MINUTE_MS });
	// A page may have this path; only clients of the protocol request a stream.
	site.addHook("onRequest", (request, reply, next) => {
		const { path } = request.target;
		if (path !== MCP_PATH || request.method !== "GET" || !wantsStream(request)) return next();
		reply.header("allow", "POST");
		return sendProblem(reply, 405, "This service sends no events: post a message");
	});
	site.post(MCP_PATH, { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
		const found = server();
		if (found === undefined) return sendProblem(reply, 404, "There is no such service");
		if (!isOwnOrigin(request))
			return sendProblem(reply, 403, "Another site must not call this service");
		const limit = await countCall(request);
		if (!limit.isAllowed && limit.isExceeded) {
			reply.header("retry-after", limit.ttlInSeconds);
			return sendProblem(reply, 429, `There must be at most ${MAX_CALLS} calls a minute`);
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

/** A page of another site must not read a server in the private network of its visitor. */
function isOwnOrigin({ headers: { origin }, host }: FastifyRequest): boolean {
	if (origin === undefined) return true;
	return URL.canParse(origin) && new URL(origin).host === host;
}
