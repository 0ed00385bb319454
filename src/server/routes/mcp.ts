import rateLimit from "@fastify/rate-limit";
import type { FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import * as z from "zod";
import { sendProblem } from "../../platform/problem.ts";
import { isRecord } from "../../shared/is-record.ts";
import type { SharedRevision } from "../content/revision.ts";
import { JSON_TYPE } from "../http-cache/send-answer.ts";
import type { SiteSearch } from "../search/site-search.ts";
import { callTool, type McpSources, TOOL_LIST } from "./mcp-tools.ts";

interface McpOptions {
	readonly revision: () => SharedRevision;
	/** Absent on a site without search. */
	readonly search: Pick<SiteSearch, "search"> | undefined;
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
 * Serves language models with the Model Context Protocol: streamable HTTP without sessions. Each call is
 * one request with one JSON response.
 */
export const mcp = fp<McpOptions>(async (site, context) => {
	await site.register(rateLimit, { global: false, cache: MAX_ADDRESSES });
	const countCall = site.createRateLimit({ max: MAX_CALLS, timeWindow: MINUTE_MS });
	site.post(MCP_PATH, { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
		if (!context.revision().config.settings.mcp)
			return sendProblem(reply, 404, "There is no such service");
		if (!isOwnOrigin(request)) {
			return sendProblem(reply, 403, "Another site must not call this service");
		}
		const limit = await countCall(request);
		if (!limit.isAllowed && limit.isExceeded) {
			reply.header("retry-after", limit.ttlInSeconds);
			return sendProblem(reply, 429, `At most ${MAX_CALLS} calls per minute are allowed`);
		}
		const { view } = request;
		const { markdownOf } = view.pages;
		const answer = await answerMcp({ ...view, search: context.search, markdownOf }, request.body);
		reply.header("cache-control", "no-store");
		if (answer === undefined) return reply.code(202).send();
		return reply.type(JSON_TYPE).send(JSON.stringify(answer));
	});
});

/**
 * Refuses a client of the protocol that requests a stream. A page may have this path.
 *
 * @returns `undefined` for any other request.
 */
export function refuseEventStream(reply: FastifyReply): FastifyReply | undefined {
	const { target, method, headers } = reply.request;
	const isStream = headers.accept?.includes("text/event-stream") === true;
	if (target.path !== MCP_PATH || method !== "GET" || !isStream) return undefined;
	reply.header("allow", "POST");
	return sendProblem(reply, 405, "This service has no event stream: send a POST request");
}

/** A page of another site must not read a server in the private network of its visitor. */
function isOwnOrigin({ headers: { origin }, host }: FastifyRequest): boolean {
	if (origin === undefined) return true;
	return URL.canParse(origin) && new URL(origin).host === host;
}

/** @see https://modelcontextprotocol.io/specification/2025-06-18/basic/transports */
const VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const;

const MESSAGE = z.object({
	jsonrpc: z.literal("2.0"),
	/** Absent in notifications, which get no response. */
	id: z.union([z.string(), z.number()]).optional(),
	method: z.string(),
	params: z.record(z.string(), z.unknown()).optional(),
});

const CALL = z.object({
	name: z.string(),
	arguments: z.record(z.string(), z.unknown()).default({}),
});

/** @see https://www.jsonrpc.org/specification#error_object */
const INVALID_REQUEST = -32_600;
const METHOD_NOT_FOUND = -32_601;
const INVALID_PARAMS = -32_602;

/**
 * Answers one message of the Model Context Protocol. The server stores nothing between messages.
 *
 * @returns `undefined` for a notification or a response, which get no response.
 */
async function answerMcp(sources: McpSources, message: unknown): Promise<object | undefined> {
	const reading = MESSAGE.safeParse(message);
	if (!reading.success) {
		if (isAnswer(message)) return undefined;
		return failure(null, INVALID_REQUEST, "The message must be one request of JSON-RPC 2.0");
	}
	const { id, method, params = {} } = reading.data;
	if (id === undefined) return undefined;
	switch (method) {
		case "initialize":
			return success(id, initialize(sources, params["protocolVersion"]));
		case "ping":
			return success(id, {});
		case "tools/list":
			return success(id, { tools: TOOL_LIST });
		case "tools/call":
			return answerCall(sources, id, params);
		default:
			return failure(id, METHOD_NOT_FOUND, `There is no method "${method.slice(0, 100)}"`);
	}
}

type Id = string | number | null;

function initialize({ snapshot }: McpSources, wanted: unknown): object {
	const { name, description } = snapshot().revision.config.public;
	const about = description === undefined ? "" : ` ${description}`;
	return {
		protocolVersion: VERSIONS.find((version) => version === wanted) ?? VERSIONS[0],
		capabilities: { tools: {} },
		serverInfo: { name, version: "1" },
		instructions: `The pages of ${name}.${about}`,
	};
}

async function answerCall(
	sources: McpSources,
	id: Id,
	params: Record<string, unknown>,
): Promise<object> {
	const call = CALL.safeParse(params);
	if (!call.success) return failure(id, INVALID_PARAMS, "A call must have a name and arguments");
	const { name, arguments: words } = call.data;
	const answer = await callTool(sources, name, words);
	if (answer === undefined) {
		return failure(id, INVALID_PARAMS, `There is no tool "${name.slice(0, 100)}"`);
	}
	const { text, ...rest } = answer;
	return success(id, { content: [{ type: "text", text }], ...rest });
}

function isAnswer(message: unknown): boolean {
	return isRecord(message) && "jsonrpc" in message && ("result" in message || "error" in message);
}

function success(id: Id, result: object): object {
	return { jsonrpc: "2.0", id, result };
}

function failure(id: Id, code: number, message: string): object {
	return { jsonrpc: "2.0", id, error: { code, message } };
}
