import type { FastifyReply } from "fastify";
import { sendProblem } from "../../platform/problem.ts";

/** Responds with problem details. @param problems One sentence for each problem. */
export function refuseRequest(
	reply: FastifyReply,
	status: number,
	problems: readonly string[],
): FastifyReply {
	return sendProblem(reply, status, problems.join("\n"), { problems });
}
