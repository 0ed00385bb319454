import type { FastifyReply } from "fastify";

/** Answers with a plain text, as the real service does. */
export function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
	return reply.code(status).type("text/plain; charset=utf-8").send(text);
}
