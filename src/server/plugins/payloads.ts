import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { pageNotFound } from "../../shared/errors.ts";
import { BUILD_HEADER, type Payload } from "../../shared/payload.ts";
import { isNotModified, weakETag } from "../conditional.ts";
import type { PageRequest } from "../resolve-page.ts";

export interface PayloadsOptions {
	readonly buildId: string;
	readonly resolve: (request: PageRequest) => Payload;
	readonly refuse: (path: string, error: ReturnType<typeof pageNotFound>) => Payload;
}

/** Answers `{path}/_payload.json` with what a navigation to `path` needs. */
export const payloads = fp(registerPayloads, { name: "payloads", fastify: "5.x" });

async function registerPayloads(site: FastifyInstance, options: PayloadsOptions): Promise<void> {
	site.addHook("onRequest", async (request, reply) =>
		request.requestedPage.wantsPayload ? answerPayload(options, request, reply) : undefined,
	);
}

function answerPayload(
	{ buildId, resolve, refuse }: PayloadsOptions,
	request: FastifyRequest,
	reply: FastifyReply,
): FastifyReply {
	const { path, rawPath } = request.requestedPage;
	const payload =
		path === undefined ? refuse("/", pageNotFound(rawPath)) : resolve({ path, query: "" });
	const body = JSON.stringify(payload);
	reply.header(BUILD_HEADER, buildId).type("application/json; charset=utf-8");

	if (payload.kind === "error") {
		return reply.code(payload.error.status).header("cache-control", "no-store").send(body);
	}
	const etag = weakETag(body);
	reply.header("cache-control", "no-cache").header("etag", etag);
	if (isNotModified(request.headers["if-none-match"], etag)) return reply.code(304).send();
	return reply.send(body);
}
