import type { ServerResponse } from "node:http";
import type { FastifyReply } from "fastify";

/**
 * Sends the headers of a reply whose body follows in pieces: the first of them may come much later.
 *
 * @returns The response for the body. Fastify neither writes to it, nor answers its failure.
 */
export function startReply(reply: FastifyReply): ServerResponse {
	const { raw } = reply;
	reply.hijack();
	for (const [name, value] of Object.entries(reply.getHeaders())) {
		if (value !== undefined) raw.setHeader(name, value);
	}
	// Prevents nginx from buffering the pieces.
	raw.setHeader("x-accel-buffering", "no");
	raw.writeHead(reply.statusCode);
	raw.flushHeaders();
	return raw;
}
