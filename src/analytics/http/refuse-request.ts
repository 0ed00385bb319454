import type { FastifyReply } from "fastify";
import { sendProblem } from "../../platform/problem.ts";

/** Answers with problem details. @param problems One sentence for each thing that is wrong. */
export function refuseRequest(
	reply: FastifyReply,
	status: number,
	problems: readonly string[],
): FastifyReply {
	return sendProblem(reply, status, problems.join("\n"), { problems });
}
