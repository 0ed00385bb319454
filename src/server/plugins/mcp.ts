import rateLimit from "@fastify/rate-limit";
import type { FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { sendProblem } from "../../platform/problem.ts";
import { JSON_TYPE } from "../answers/send-answer.ts";
import { answerMcp } from "../mcp/answer-mcp.ts";
import type { SiteContext } from "./site-context.ts";

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
export const mcp = fp<SiteContext>(async (site, context) => {
	await site.register(rateLimit, { global: false, cache: MAX_ADDRESSES });
	const countCall = site.createRateLimit({ max: MAX_CALLS, timeWindow: MINUTE_MS });
	// A page may have this path; only clients of the protocol request a stream.
	site.addHook("onRequest", ({ target, method, headers }, reply, next) => {
		const isStream = headers.accept?.includes("text/event-stream") === true;
		if (target.path !== MCP_PATH || method !== "GET" || !isStream) return next();
		reply.header("allow", "POST");
		return sendProblem(reply, 405, "This service sends no events: post a message");
	});
	site.post(MCP_PATH, { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
		if (!context.revision().config.settings.mcp)
			return sendProblem(reply, 404, "There is no such service");
		if (!isOwnOrigin(request)) {
			return sendProblem(reply, 403, "Another site must not call this service");
		}
		const limit = await countCall(request);
		if (!limit.isAllowed && limit.isExceeded) {
			reply.header("retry-after", limit.ttlInSeconds);
			return sendProblem(reply, 429, `There must be at most ${MAX_CALLS} calls a minute`);
		}
		const { view } = request;
		const { markdownOf } = view.pages;
		const answer = await answerMcp({ ...view, search: context.search, markdownOf }, request.body);
		reply.header("cache-control", "no-store");
		if (answer === undefined) return reply.code(202).send();
		return reply.type(JSON_TYPE).send(JSON.stringify(answer));
	});
});

/** A page of another site must not read a server in the private network of its visitor. */
function isOwnOrigin({ headers: { origin }, host }: FastifyRequest): boolean {
	if (origin === undefined) return true;
	return URL.canParse(origin) && new URL(origin).host === host;
}
