import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { pageNotFound } from "../../shared/page/errors.ts";
import { BUILD_HEADER, type Payload } from "../../shared/page/payload.ts";
import type { RouteRedirect } from "../../shared/routing/route-matcher.ts";
import { pageQueryOfPayload } from "../../shared/routing/routes.ts";
import type { SendText } from "../answers/send-text.ts";
import type { PageRequest } from "../pages/resolve-page.ts";
import type { RequestedPage } from "./paths.ts";

export interface PayloadsOptions {
	readonly buildId: string;
	/** What the route rules say of a path, before any page is looked for. */
	readonly redirect: (rawPath: string, query: string) => RouteRedirect | undefined;
	readonly resolve: (request: PageRequest) => Payload;
	readonly refuse: (path: string, error: ReturnType<typeof pageNotFound>) => Payload;
	readonly isShared: (payload: Payload) => boolean;
	readonly sendText: SendText;
}

/** Answers `{path}/_payload.json` with what a navigation to `path` needs. */
export const payloads = fp(registerPayloads, { name: "payloads", fastify: "5.x" });

const MEDIA_TYPE = "application/json; charset=utf-8";

async function registerPayloads(site: FastifyInstance, options: PayloadsOptions): Promise<void> {
	// Nothing is awaited for what is no payload: most requests pass through here.
	site.addHook("onRequest", (request, reply, next) =>
		request.requestedPage.wantsPayload ? answerPayload(options, request, reply) : next(),
	);
}

function answerPayload(
	options: PayloadsOptions,
	request: FastifyRequest,
	reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
	const payload = payloadOf(options, request.requestedPage);
	reply.header(BUILD_HEADER, options.buildId);

	if (payload.kind === "error") {
		reply.code(payload.error.status).header("cache-control", "no-store").type(MEDIA_TYPE);
		return reply.send(JSON.stringify(payload));
	}
	return options.sendText(request, reply, {
		mediaType: MEDIA_TYPE,
		text: () => JSON.stringify(payload),
		isShared: options.isShared(payload),
	});
}

function payloadOf(
	{ redirect, resolve, refuse }: PayloadsOptions,
	{ path, rawPath, query: payloadQuery }: RequestedPage,
): Payload {
	if (path === undefined) return refuse("/", pageNotFound(rawPath));
	const query = pageQueryOfPayload(payloadQuery);
	const moved = redirect(rawPath, query);
	return moved === undefined ? resolve({ path, query }) : { kind: "redirect", ...moved };
}
