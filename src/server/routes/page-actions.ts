import type { FastifyReply, FastifyRequest } from "fastify";
import { sendProblem } from "../../platform/problem.ts";
import { pageQueryOfPayload } from "../../shared/routing/routes.ts";
import { MAX_BODY_BYTES, readBody } from "../http-cache/complete-payload.ts";

const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

/** Whether the request sends a form to a page with an action, by a browser with or without JavaScript. */
export function hasAction({ method, target, view: { pages } }: FastifyRequest): boolean {
	const { pagePath: path, query, wantsPayload } = target;
	if (path === undefined || SAFE_METHODS.has(method)) return false;
	const pageQuery = wantsPayload ? pageQueryOfPayload(query) : query;
	const payload = pages.resolve({ path, query: pageQuery });
	return payload.kind === "page" && pages.code.hasAction(payload);
}

/** @param answerPage Answers with the page, which runs the action with the form of the request. */
export async function answerAction(
	reply: FastifyReply,
	answerPage: (reply: FastifyReply) => Promise<FastifyReply>,
): Promise<FastifyReply> {
	const { request } = reply;
	request.form = await readBody(request.raw);
	if (request.form === undefined) {
		return sendProblem(reply, 413, `A body must have at most ${MAX_BODY_BYTES} bytes`);
	}
	return answerPage(reply);
}
