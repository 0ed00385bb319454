import type { FastifyReply } from "fastify";
import { STATUS_CODES } from "./node-http.ts";

interface ProblemOptions {
	/** Default: the HTTP reason phrase of the status. */
	readonly title?: string | undefined;
	/** One sentence for each problem. */
	readonly problems?: readonly string[];
}

/**
 * Sends problem details, the error response for clients that prefer JSON. No cache may store it.
 *
 * @see RFC 9457, section 3
 */
export function sendProblem(
	reply: FastifyReply,
	status: number,
	detail: string,
	{ title = STATUS_CODES[status] ?? String(status), problems }: ProblemOptions = {},
): FastifyReply {
	// With the request id, an operator finds the log lines of a visitor's report.
	const instance = `urn:request:${reply.request.id}`;
	return (
		reply
			.code(status)
			.header("cache-control", "no-store")
			.type("application/problem+json; charset=utf-8")
			// `about:blank`: only the status describes the type of the problem.
			.send({ type: "about:blank", title, status, detail, instance, problems })
	);
}
