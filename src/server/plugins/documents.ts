import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { pageNotFound } from "../../shared/page/errors.ts";
import type { SendAnswer } from "../answers/send-answer.ts";
import type { SendError } from "../http/send-error.ts";
import type { LivePages } from "../pages/live-pages.ts";

export interface DocumentsOptions {
	readonly pages: Pick<LivePages, "resolve" | "document" | "isShared">;
	readonly sendAnswer: SendAnswer;
	readonly sendError: SendError;
}

/** Answers with the document of a page: the route that every path ends up at. */
export const documents = fp(registerDocuments, { name: "documents", fastify: "5.x" });

async function registerDocuments(site: FastifyInstance, options: DocumentsOptions): Promise<void> {
	site.get("/*", async (request, reply) => answerDocument(options, request, reply));
}

function answerDocument(
	{ pages, sendAnswer, sendError }: DocumentsOptions,
	request: FastifyRequest,
	reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
	const { path, sentPath, query } = request.target;
	if (path === undefined) return sendError(request, reply, pageNotFound(sentPath));

	const payload = pages.resolve({ path, query });
	switch (payload.kind) {
		case "redirect":
			return reply.header("cache-control", "no-cache").redirect(payload.to, payload.status);
		case "error":
			return sendError(request, reply, payload.error);
		case "document":
			// The file was there when the folder was read, and is gone or leads elsewhere by now.
			return sendError(request, reply, pageNotFound(path));
		case "page":
			return sendAnswer(request, reply, {
				make: () => ({
					bodies: { identity: Buffer.from(pages.document(payload, query)) },
					mediaType: "text/html; charset=utf-8",
				}),
				cacheControl: "no-cache",
				for: pages.isShared(payload) ? "all" : "client",
			});
	}
}
