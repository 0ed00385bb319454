import type { FastifyReply } from "fastify";
import { STATUS_CODES } from "../../platform/node-http.ts";
import { PROBLEM_MEDIA_TYPE, problemDetails } from "../../platform/problem.ts";

/** Answers a request of a program with problem details, which are kept nowhere. */
export function refuse(reply: FastifyReply, status: number, detail: string): FastifyReply {
	const title = STATUS_CODES[status] ?? String(status);
	return reply
		.code(status)
		.header("cache-control", "no-store")
		.type(PROBLEM_MEDIA_TYPE)
		.send(problemDetails({ status, title, detail }, reply.request.id));
}
