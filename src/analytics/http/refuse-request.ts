import type { FastifyReply, FastifyRequest } from "fastify";
import { STATUS_CODES } from "../../platform/node-http.ts";
import { PROBLEM_MEDIA_TYPE, problemDetails } from "../../platform/problem.ts";

/** Answers with problem details; `problems` has one sentence for each thing that is wrong. */
export function refuseRequest(
	request: FastifyRequest,
	reply: FastifyReply,
	{ status, problems }: Refusal,
): FastifyReply {
	const details = problemDetails(
		{ status, title: STATUS_CODES[status] ?? "Error", detail: problems.join("\n") },
		request.id,
	);
	return reply
		.code(status)
		.type(PROBLEM_MEDIA_TYPE)
		.send({ ...details, problems });
}

export interface Refusal {
	readonly status: number;
	readonly problems: readonly string[];
}
