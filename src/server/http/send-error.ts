import type { FastifyReply, FastifyRequest } from "fastify";
import { PROBLEM_MEDIA_TYPE, problemDetails } from "../../platform/problem.ts";
import { errorHeading, type PageError } from "../../shared/page/errors.ts";

/** Answers with an error page or, for clients that prefer JSON, with problem details. */
export type SendError = (
	request: FastifyRequest,
	reply: FastifyReply,
	error: PageError,
) => FastifyReply;

export interface ErrorSenderOptions {
	/** @returns The whole HTML document of the error. */
	readonly renderError: (path: string, error: PageError) => string;
}

/**
 * Makes the one way in which this service says no: never cached, and in the form that the
 * client prefers.
 */
export function createErrorSender({ renderError }: ErrorSenderOptions): SendError {
	return (request, reply, error) => {
		reply.code(error.status).header("cache-control", "no-store").header("vary", "accept");
		if (prefersJson(request)) {
			const { status, message } = error;
			const details = { status, title: errorHeading(error), detail: message };
			return reply.type(PROBLEM_MEDIA_TYPE).send(problemDetails(details, request.id));
		}
		return reply.type("text/html; charset=utf-8").send(renderOrApologise(request, error));
	};

	function renderOrApologise(request: FastifyRequest, error: PageError): string {
		try {
			return renderError(request.requestedPage?.path ?? "/", error);
		} catch (cause) {
			// The error page itself cannot be rendered: the visitor still gets a sentence.
			request.log.error({ err: cause }, "Rendering the error page failed");
			return "<!doctype html><title>Internal Server Error</title><h1>Internal Server Error</h1>";
		}
	}
}

function prefersJson(request: FastifyRequest): boolean {
	return request.accepts().type(["html", "json", "application/problem+json"]) !== "html";
}
