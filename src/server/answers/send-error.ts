import type { FastifyReply, FastifyRequest } from "fastify";
import { STATUS_CODES } from "../../platform/node-http.ts";
import { PROBLEM_MEDIA_TYPE, problemDetails } from "../../platform/problem.ts";
import { errorHeading, type PageError } from "../../shared/page/errors.ts";
import type { SendAnswer } from "./send-answer.ts";

/** Answers with an error page or, for clients that prefer JSON, with problem details. */
export type SendError = (
	request: FastifyRequest,
	reply: FastifyReply,
	error: PageError,
) => FastifyReply | Promise<FastifyReply>;

export interface ErrorSenderOptions {
	/** @returns The whole HTML document of the error. */
	readonly renderError: (path: string, error: PageError) => string;
	/** Whether an answer of 404 may be kept: a file that is listed can be back at any time. */
	readonly isAbsent: (path: string) => boolean;
	readonly sendAnswer: SendAnswer;
}

/**
 * Makes the one way in which this service says no: cached by no client, and in the form that the
 * client prefers.
 */
export function createErrorSender({
	renderError,
	isAbsent,
	sendAnswer,
}: ErrorSenderOptions): SendError {
	return (request, reply, error) => {
		if (prefersJson(request)) return sendProblem(request, reply, error);
		const { path, query } = request.target;
		// What failed may not fail again, and some messages name the query.
		const isKept = error.status === 404 && query === "" && path !== undefined && isAbsent(path);
		return sendAnswer(request, reply, {
			make: () => ({
				bodies: { identity: Buffer.from(renderOrApologize(request, error)) },
				mediaType: "text/html; charset=utf-8",
				status: error.status,
			}),
			cacheControl: "no-store",
			vary: "accept",
			for: isKept ? "flood" : "client",
		});
	};

	function renderOrApologize(request: FastifyRequest, error: PageError): string {
		try {
			return renderError(request.target.pagePath ?? "/", error);
		} catch (cause) {
			// The error page itself cannot be rendered: the visitor still gets a sentence.
			request.log.error({ err: cause }, "Rendering the error page failed");
			return "<!doctype html><title>Internal Server Error</title><h1>Internal Server Error</h1>";
		}
	}
}

function sendProblem(request: FastifyRequest, reply: FastifyReply, error: PageError): FastifyReply {
	const { status, message } = error;
	const title =
		status === 404 ? errorHeading(error) : (STATUS_CODES[status] ?? errorHeading(error));
	const details = { status, title, detail: message };
	return reply
		.code(status)
		.header("cache-control", "no-store")
		.header("vary", "accept")
		.type(PROBLEM_MEDIA_TYPE)
		.send(problemDetails(details, request.id));
}

/** Who asks for a payload reads JSON, whatever it says that it accepts. */
function prefersJson(request: FastifyRequest): boolean {
	if (request.target.wantsPayload) return true;
	return request.accepts().type(["html", "json", "application/problem+json"]) !== "html";
}
