import type { FastifyReply } from "fastify";
import { STATUS_CODES } from "./node-http.ts";

interface ProblemOptions {
	/** Default: the words of HTTP for the status. */
	readonly title?: string | undefined;
	/** One sentence for each thing that is wrong. */
	readonly problems?: readonly string[];
}

/**
 * Sends problem details, the answer for clients that prefer JSON. No cache may store them.
 *
 * @see RFC 9457, section 3
 */
export function sendProblem(
	reply: FastifyReply,
	status: number,
	detail: string,
	{ title = STATUS_CODES[status] ?? String(status), problems }: ProblemOptions = {},
): FastifyReply {
	// The id of the request, so that a visitor's report can be found in the log.
	const instance = `urn:request:${reply.request.id}`;
	return (
		reply
			.code(status)
			.header("cache-control", "no-store")
			.type("application/problem+json; charset=utf-8")
			// `about:blank` says that the status alone names the kind of problem.
			.send({ type: "about:blank", title, status, detail, instance, problems })
	);
}
