import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { pageNotFound } from "../../shared/page/errors.ts";
import type { ErrorPayload, PagePayload, Payload } from "../../shared/page/payload.ts";
import type { SendText } from "../answers/send-text.ts";
import type { SendError } from "../http/send-error.ts";
import type { LiveDocument } from "../pages/live-pages.ts";
import type { PageRequest } from "../pages/resolve-page.ts";

export interface DocumentsOptions {
	readonly resolve: (request: PageRequest) => Payload;
	readonly document: (payload: PagePayload | ErrorPayload, query: string) => LiveDocument;
	readonly isShared: (payload: Payload) => boolean;
	readonly sendText: SendText;
	readonly sendError: SendError;
}

/** Answers with the document of a page: the route that every path ends up at. */
export const documents = fp(registerDocuments, { name: "documents", fastify: "5.x" });

async function registerDocuments(site: FastifyInstance, options: DocumentsOptions): Promise<void> {
	site.get("/*", async (request, reply) => answerDocument(options, request, reply));
}

function answerDocument(
	{ resolve, document, isShared, sendText, sendError }: DocumentsOptions,
	request: FastifyRequest,
	reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
	const { path, rawPath, query } = request.requestedPage;
	if (path === undefined) return sendError(request, reply, pageNotFound(rawPath));

	const payload = resolve({ path, query });
	switch (payload.kind) {
		case "redirect":
			return reply.header("cache-control", "no-cache").redirect(payload.to, payload.status);
		case "error":
			return sendError(request, reply, payload.error);
		case "document":
			// The file was there when the folder was read, and is gone or leads elsewhere by now.
			return sendError(request, reply, pageNotFound(path));
		case "page":
			return sendText(request, reply, {
				mediaType: "text/html; charset=utf-8",
				...document(payload, query),
				isShared: isShared(payload),
			});
	}
}
