import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { pageNotFound } from "../../shared/page/errors.ts";
import { BUILD_HEADER, type Payload } from "../../shared/page/payload.ts";
import type { RouteMatcher } from "../../shared/routing/route-matcher.ts";
import { encodePath, pageQueryOfPayload } from "../../shared/routing/routes.ts";
import type { SendAnswer } from "../answers/send-answer.ts";
import type { RequestTarget } from "../http/request-target.ts";
import type { LivePages } from "../pages/live-pages.ts";

export interface PayloadsOptions {
	readonly buildId: string;
	/** Read at each request: the rules change with the revision. */
	readonly matcher: () => RouteMatcher;
	readonly basePath: () => string;
	readonly pages: Pick<LivePages, "resolve" | "refuse" | "isShared">;
	readonly sendAnswer: SendAnswer;
}

/** Answers `{path}/_payload.json` with what a navigation to `path` needs. */
export const payloads = fp(registerPayloads, { name: "payloads", fastify: "5.x" });

const MEDIA_TYPE = "application/json; charset=utf-8";

async function registerPayloads(site: FastifyInstance, options: PayloadsOptions): Promise<void> {
	// Nothing is awaited for what is no payload: most requests pass through here.
	site.addHook("onRequest", (request, reply, next) =>
		request.target.wantsPayload ? answerPayload(options, request, reply) : next(),
	);
}

function answerPayload(
	options: PayloadsOptions,
	request: FastifyRequest,
	reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
	const { buildId, pages, sendAnswer } = options;
	const { kind, url, query } = request.target;
	const payload = payloadOf(options, request.target);
	reply.header(BUILD_HEADER, buildId);
	if (kind === "misspelled" && payload.kind !== "redirect") return reply.redirect(url + query, 308);
	return sendAnswer(request, reply, {
		make: () => ({
			bodies: { identity: Buffer.from(JSON.stringify(payload)) },
			mediaType: MEDIA_TYPE,
			status: payload.kind === "error" ? payload.error.status : 200,
		}),
		cacheControl: payload.kind === "error" ? "no-store" : "no-cache",
		for: pages.isShared(payload) ? "all" : "client",
	});
}

function payloadOf(
	{ matcher, basePath, pages }: PayloadsOptions,
	{ pagePath, sentPath, query: payloadQuery }: RequestTarget,
): Payload {
	if (pagePath === undefined) return pages.refuse("/", pageNotFound(sentPath));
	const query = pageQueryOfPayload(payloadQuery);
	const location = { rawPath: encodePath(pagePath), query, hash: "" };
	const moved = matcher().redirectFor(location, basePath());
	if (moved !== undefined) return { kind: "redirect", ...moved };
	return pages.resolve({ path: pagePath, query });
}
