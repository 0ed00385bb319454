import type { ServerResponse } from "node:http";
import type { MessagePort } from "node:worker_threads";
import type { FastifyInstance, FastifyReply } from "fastify";
import { sendProblem } from "../../platform/problem.ts";
import { startReply } from "../http/start-reply.ts";
import { writeBody } from "../http/write-body.ts";
import { MAX_BODY_BYTES, readBody, sentRequest } from "../http-cache/complete-payload.ts";
import { codeFailure } from "../pages/code-pages.ts";
import type { ApiCall } from "../pages/code-runner.ts";

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
export function createApiAnswers(site: FastifyInstance) {
	/** Open streams of events, which have no end of their own. */
	const events = new Set<ServerResponse>();
	// Before connections drain. Browsers reconnect to event streams automatically.
	site.addHook("preClose", async () => {
		for (const response of events) response.destroy();
	});
	return (reply: FastifyReply): Promise<FastifyReply> | undefined => {
		const { target, view } = reply.request;
		const { path } = target;
		const found = path === undefined ? undefined : view.pages.code.findApi(path);
		return found && answer(found, reply);
	};

	async function answer(
		call: Omit<ApiCall, "request">,
		reply: FastifyReply,
	): Promise<FastifyReply> {
		const { request } = reply;
		const { url, path, query } = request.target;
		const sentBody = await readBody(request.raw);
		if (sentBody === undefined) {
			return sendProblem(reply, 413, `A body must have at most ${MAX_BODY_BYTES} bytes`);
		}
		try {
			const sent = sentRequest(request, url + query, sentBody.length === 0 ? undefined : sentBody);
			const response = await request.view.pages.code.api({ ...call, request: sent });
			for (const [name, value] of response.headers) {
				if (!HOP_BY_HOP.has(name)) reply.header(name, value);
			}
			reply.code(response.status);
			if (response.rest === undefined) return await reply.send(Buffer.from(response.body));
			if (request.method !== "HEAD") return await sendBody(reply, response.rest);
			response.rest.close();
			return await reply.send();
		} catch (error) {
			request.log.error({ err: error, path }, FAILED);
			const { status, message } = codeFailure(error);
			return sendProblem(reply, status, message);
		}
	}

	function sendBody(reply: FastifyReply, rest: MessagePort): FastifyReply {
		const { log, target } = reply.request;
		const isEvents = String(reply.getHeader("content-type")).startsWith("text/event-stream");
		const response = startReply(reply);
		if (isEvents) {
			events.add(response);
			response.once("close", () => events.delete(response));
		}
		writeBody(response, rest).catch((error: unknown) => {
			log.error({ err: error, path: target.path }, FAILED);
		});
		return reply;
	}
}

const FAILED = "A function of the site has failed";
