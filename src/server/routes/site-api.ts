import type { FastifyReply } from "fastify";
import { sendProblem } from "../../platform/problem.ts";
import { MAX_BODY_BYTES, readBody, sentRequest } from "../http-cache/complete-payload.ts";
import { codeFailure } from "../pages/code-pages.ts";
import type { SentResponse } from "../pages/code-runner.ts";

/** Headers that belong to one connection. @see RFC 9110, section 7.6.1 */
const HOP_BY_HOP: ReadonlySet<string> = new Set(
	"connection content-length keep-alive proxy-connection te trailer transfer-encoding upgrade".split(
		" ",
	),
);

/**
 * Serves the functions in `api/` of the site folder; other paths below `/api/` are pages and files.
 *
 * @returns A function that returns `undefined` when no function has the path of the request.
 */
export function createApiAnswers() {
	return (reply: FastifyReply): Promise<FastifyReply> | undefined => {
		const { target, view } = reply.request;
		const { path } = target;
		return path !== undefined && view.pages.code.hasApi(path) ? answer(path, reply) : undefined;
	};

	async function answer(path: string, reply: FastifyReply): Promise<FastifyReply> {
		const { request } = reply;
		const { url, query } = request.target;
		const body = await readBody(request.raw);
		if (body === undefined) {
			return sendProblem(reply, 413, `A body must have at most ${MAX_BODY_BYTES} bytes`);
		}
		try {
			const sent = sentRequest(request, url + query, body.length === 0 ? undefined : body);
			return await send(reply, await request.view.pages.code.api(path, sent));
		} catch (error) {
			request.log.error({ err: error, path }, "A function of the site has failed");
			const { status, message } = codeFailure(error);
			return sendProblem(reply, status, message);
		}
	}
}

function send(reply: FastifyReply, { status, headers, body }: SentResponse): FastifyReply {
	for (const [name, value] of headers) if (!HOP_BY_HOP.has(name)) reply.header(name, value);
	return reply.code(status).send(Buffer.from(body));
}
