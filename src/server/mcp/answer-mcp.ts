import * as z from "zod";
import { callTool, type McpSources, TOOL_LIST } from "./mcp-tools.ts";

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
export async function answerMcp(
	sources: McpSources,
	message: unknown,
): Promise<object | undefined> {
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
	const { text, isError = false } = answer;
	return success(id, { content: [{ type: "text", text }], ...(isError ? { isError } : {}) });
}

function isAnswer(message: unknown): boolean {
	return (
		typeof message === "object" &&
		message !== null &&
		"jsonrpc" in message &&
		("result" in message || "error" in message)
	);
}

function success(id: Id, result: object): object {
	return { jsonrpc: "2.0", id, result };
}

function failure(id: Id, code: number, message: string): object {
	return { jsonrpc: "2.0", id, error: { code, message } };
}
