import type { FastifyReply } from "fastify";

/** Responds with plain text, like PostHog. */
export function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
	return reply.code(status).type("text/plain; charset=utf-8").send(text);
}
