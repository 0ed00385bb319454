import type { FastifyReply, FastifyRequest } from "fastify";
import type { StreamPiece } from "../../shared/page/document-source.ts";
import { pageNotFound } from "../../shared/page/errors.ts";
import { BUILD_HEADER, type Payload, PREFETCH_HEADER } from "../../shared/page/payload.ts";
import { encodePath, pageQueryOfPayload } from "../../shared/routing/routes.ts";
import type { SharedRevision } from "../content/revision.ts";
import { completePayload } from "../http-cache/complete-payload.ts";
import { JSON_TYPE, LINES_TYPE, type SendAnswer } from "../http-cache/send-answer.ts";
import { sendStream } from "../http-cache/send-stream.ts";

interface PayloadOptions {
	readonly revision: () => SharedRevision;
	readonly sendAnswer: SendAnswer;
}

/** Serves `{path}/_payload.json` with the data for a navigation to `path`. */
export async function answerPayload(
	context: PayloadOptions,
	reply: FastifyReply,
): Promise<FastifyReply> {
	const { target, view } = reply.request;
	const { kind, url, query, pagePath: path = "/" } = target;
	const page = { path, query: pageQueryOfPayload(query) };
	const prefetch = reply.request.headers[PREFETCH_HEADER];
	const resolved = payloadOf(context, reply.request);
	if (prefetch === "visible" && view.pages.code.mustLoad(resolved)) return sendNothing(reply);
	const { payload, loaded } = await completePayload(reply, resolved, page);
	if (prefetch !== undefined && payload.kind === "error") return sendNothing(reply);
	reply.header(BUILD_HEADER, view.pages.manifest().buildId);
	if (kind === "misspelled" && payload.kind !== "redirect") return reply.redirect(url + query, 308);
	const isError = payload.kind === "error";
	const status = payload.kind === "page" ? (payload.status ?? 200) : 200;
	if (loaded?.rest !== undefined) {
		return sendStream(reply, {
			mediaType: LINES_TYPE,
			status,
			start: `${JSON.stringify(payload)}\n`,
			rest: loaded.rest.pipeThrough(eachInLine()),
			onError(stack) {
				reply.request.log.error({ stack, path }, "The code of a page has failed");
			},
		});
	}
	return context.sendAnswer(reply, {
		body: () => JSON.stringify(payload),
		mediaType: JSON_TYPE,
		status: isError ? payload.error.status : status,
		cacheControl: isError || reply.request.form ? "no-store" : "no-cache",
		scope: view.pages.isShared(payload) && reply.request.form === undefined ? "all" : "client",
	});
}

/** Lists the pages that the visitor may see, for components of the site folder in the browser. */
export async function answerList(
	{ sendAnswer }: PayloadOptions,
	reply: FastifyReply,
): Promise<FastifyReply> {
	const { target, view } = reply.request;
	const selection = Object.fromEntries(new URLSearchParams(target.query));
	return sendAnswer(reply, {
		body: () => JSON.stringify(view.pages.listPages(selection)),
		mediaType: JSON_TYPE,
		scope: "client",
	});
}

/** The lines after the payload are strings. */
function eachInLine(): TransformStream<StreamPiece, StreamPiece> {
	return new TransformStream({
		transform(piece, controller) {
			const isText = "text" in piece;
			controller.enqueue(isText ? { text: `${JSON.stringify(piece.text)}\n` } : piece);
		},
	});
}

/** An error would appear in the console of every visitor who sees the link. */
function sendNothing(reply: FastifyReply): FastifyReply {
	return reply.code(204).header("cache-control", "no-store").send();
}

function payloadOf(
	{ revision }: PayloadOptions,
	{ target: { pagePath, sentPath, query: payloadQuery }, view: { pages } }: FastifyRequest,
): Payload {
	if (pagePath === undefined) return pages.refuse("/", pageNotFound(sentPath));
	const query = pageQueryOfPayload(payloadQuery);
	const { routeRules, config } = revision();
	const location = { rawPath: encodePath(pagePath), query, hash: "" };
	const moved = routeRules.matcher.redirectFor(location, config.public.basePath);
	if (moved !== undefined) return { kind: "redirect", ...moved };
	return pages.resolve({ path: pagePath, query });
}
