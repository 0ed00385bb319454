import type { FastifyReply, FastifyRequest } from "fastify";
import { PROBLEM_MEDIA_TYPE, problemDetails } from "../../platform/problem.ts";

const TITLES: Readonly<Record<number, string>> = {
	400: "Bad Request",
	401: "Unauthorized",
	403: "Forbidden",
	404: "Not Found",
	409: "Conflict",
	413: "Content Too Large",
	415: "Unsupported Media Type",
	429: "Too Many Requests",
	503: "Service Unavailable",
};

/** Answers with problem details; `problems` has one sentence for each thing that is wrong. */
export function refuseRequest(
	request: FastifyRequest,
	reply: FastifyReply,
	{ status, problems }: Refusal,
): FastifyReply {
	const details = problemDetails(
		{ status, title: TITLES[status] ?? "Error", detail: problems.join("\n") },
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
