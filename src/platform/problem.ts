import type { FastifyReply } from "fastify";
import { STATUS_CODES } from "./node-http.ts";

/**
 * The body of an error answer for clients that prefer JSON.
 *
 * @see RFC 9457, section 3
 */
export interface ProblemDetails {
	/** `about:blank` says that the status alone names the kind of problem. */
	readonly type: "about:blank";
	readonly title: string;
	readonly status: number;
	readonly detail: string;
	/** The request id, so that a visitor's report can be found in the log. */
	readonly instance?: string;
}

export const PROBLEM_MEDIA_TYPE = "application/problem+json; charset=utf-8";

/** Builds problem details; `requestId` is what the log line of the same request carries. */
export function problemDetails(
	{ status, title, detail }: Pick<ProblemDetails, "status" | "title" | "detail">,
	requestId?: string,
): ProblemDetails {
	const instance = requestId === undefined ? {} : { instance: `urn:request:${requestId}` };
	return { type: "about:blank", title, status, detail, ...instance };
}

/** Sends problem details, which no cache may store. */
export function sendProblem(
	reply: FastifyReply,
	status: number,
	detail: string,
	title = STATUS_CODES[status] ?? String(status),
): FastifyReply {
	return reply
		.code(status)
		.header("cache-control", "no-store")
		.type(PROBLEM_MEDIA_TYPE)
		.send(problemDetails({ status, title, detail }, reply.request.id));
}
