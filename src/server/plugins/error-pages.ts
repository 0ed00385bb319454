import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { internalError, pageNotFound, requestRefused } from "../../shared/page/errors.ts";
import { FileUnavailableError } from "../answers/file-slots.ts";
import type { SendError } from "../answers/send-error.ts";

export interface ErrorPagesOptions {
	readonly sendError: SendError;
}

const RETRY_AFTER_SECONDS = 10;

/** Turns everything that no route answers, and everything that fails, into an error answer. */
export const errorPages = fp(registerErrorPages, { name: "error-pages", fastify: "5.x" });

async function registerErrorPages(
	site: FastifyInstance,
	{ sendError }: ErrorPagesOptions,
): Promise<void> {
	site.setErrorHandler<FastifyError>((error, request, reply) => {
		if (isRefusal(error)) {
			return sendError(request, reply, requestRefused(error.statusCode, sentenceOf(error)));
		}
		if (error instanceof FileUnavailableError) {
			request.log.warn({ err: error }, "A file cannot be read");
			reply.header("retry-after", RETRY_AFTER_SECONDS);
			return sendError(
				request,
				reply,
				requestRefused(503, "The file cannot be read at the moment"),
			);
		}
		request.log.error({ err: error }, "A request failed");
		return sendError(request, reply, internalError());
	});
	// Before the body is read: a client that asks in the wrong way need not send it.
	site.addHook("onRequest", (request, reply, next) => {
		return request.is404 ? answerUnrouted(sendError, request, reply) : next();
	});
}

/** Pages answer GET and HEAD on every path, so that only another method can end up here. */
function answerUnrouted(
	sendError: SendError,
	request: FastifyRequest,
	reply: FastifyReply,
): ReturnType<SendError> {
	if (request.method === "GET" || request.method === "HEAD") {
		return sendError(request, reply, pageNotFound(request.target.sentPath));
	}
	reply.header("allow", "GET, HEAD");
	return sendError(request, reply, requestRefused(405, `Method not allowed: ${request.method}`));
}

function isRefusal(error: FastifyError): error is FastifyError & { statusCode: number } {
	const { statusCode } = error;
	return statusCode !== undefined && statusCode >= 400 && statusCode < 500;
}

/** Sentences for the refusals of the framework, whose own wording speaks to developers. */
const SENTENCES: Readonly<Record<string, string>> = {
	FST_ERR_BAD_URL: "The address is malformed",
	FST_ERR_CTP_BODY_TOO_LARGE: "The request is too large",
	FST_ERR_MAX_PARAM_LENGTH: "The address is too long",
};

function sentenceOf({ code, message }: FastifyError): string {
	return SENTENCES[code] ?? message;
}
