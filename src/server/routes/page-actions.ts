import type { FastifyReply } from "fastify";
import fp from "fastify-plugin";
import { sendProblem } from "../../platform/problem.ts";
import { pageQueryOfPayload } from "../../shared/routing/routes.ts";
import { MAX_BODY_BYTES, readBody } from "../http-cache/complete-payload.ts";
import { createDocumentAnswers } from "./documents.ts";
import { answerPayload } from "./payloads.ts";
import type { SiteContext } from "./site-context.ts";

const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

/** Serves forms that are sent to a page with an action, by a browser with or without JavaScript. */
export const pageActions = fp<SiteContext>(async (site, context) => {
	const answerDocument = createDocumentAnswers(context);
	site.decorateRequest("form", undefined);
	// Avoids a promise for other requests: most requests pass through here.
	site.addHook("onRequest", (request, reply, next) => {
		if (SAFE_METHODS.has(request.method)) return next();
		const { pagePath: path, query, wantsPayload } = request.target;
		if (path === undefined) return next();
		const { pages } = request.view;
		const pageQuery = wantsPayload ? pageQueryOfPayload(query) : query;
		const payload = pages.resolve({ path, query: pageQuery });
		return payload.kind === "page" && pages.code.hasAction(payload) ? answer(reply) : next();
	});

	async function answer(reply: FastifyReply): Promise<FastifyReply> {
		const { request } = reply;
		request.form = await readBody(request.raw);
		if (request.form === undefined) {
			return sendProblem(reply, 413, `A body must have at most ${MAX_BODY_BYTES} bytes`);
		}
		return request.target.wantsPayload ? answerPayload(context, reply) : answerDocument(reply);
	}
});
