import type { FastifyReply, FastifyRequest } from "fastify";
import Negotiator from "negotiator";
import { STATUS_CODES } from "../../platform/node-http.ts";
import { sendProblem } from "../../platform/problem.ts";
import { errorHeading, type PageError } from "../../shared/page/errors.ts";
import { HTML_TYPE, type SendAnswer } from "./send-answer.ts";

/** Sends an error as a page or, to clients that prefer JSON, as problem details. No cache stores it. */
export type SendError = (
	reply: FastifyReply,
	error: PageError,
) => FastifyReply | Promise<FastifyReply>;

export interface ErrorSenderOptions {
	/** Whether a 404 may be cached: a listed file can reappear at any time. */
	readonly isAbsent: (path: string) => boolean;
	readonly sendAnswer: SendAnswer;
}

export function createErrorSender(options: ErrorSenderOptions): SendError {
	const { isAbsent, sendAnswer } = options;
	return async (reply, error) => {
		const { request } = reply;
		if (prefersJson(request)) {
			const title = error.status === 404 ? errorHeading(error) : STATUS_CODES[error.status];
			return sendProblem(reply.header("vary", "accept"), error.status, error.message, { title });
		}
		const { path, query } = request.target;
		// Only absence is stable, and some messages contain the query.
		const isStable = error.status === 404 && query === "" && path !== undefined && isAbsent(path);
		const framed = await renderFramed(request, error).catch((cause: unknown) => {
			request.log.error({ err: cause }, "The frame of the site has failed");
			return undefined;
		});
		return sendAnswer(reply, {
			body: () => framed ?? renderOrApologize(request, error),
			mediaType: HTML_TYPE,
			status: error.status,
			cacheControl: "no-store",
			vary: ["accept"],
			scope: isStable ? "flood" : "client",
		});
	};

	/** @returns The document in the frame of the site folder's own code; `undefined` if it has none. */
	async function renderFramed(
		{ view: { pages }, target }: FastifyRequest,
		error: PageError,
	): Promise<string | undefined> {
		if (!pages.code.hasFrame()) return undefined;
		return (await pages.codeDocument(pages.refuse(target.pagePath ?? "/", error), { query: "" }))
			.html;
	}

	function renderOrApologize(request: FastifyRequest, error: PageError): string {
		try {
			const { pages } = request.view;
			return pages.document(pages.refuse(request.target.pagePath ?? "/", error), "");
		} catch (cause) {
			// The visitor gets a sentence if the error page itself fails.
			request.log.error({ err: cause }, "Rendering the error page failed");
			return "<!doctype html><title>Internal Server Error</title><h1>Internal Server Error</h1>";
		}
	}
}

/** Payload requests expect JSON, regardless of their `Accept` header. */
function prefersJson(request: FastifyRequest): boolean {
	if (request.target.wantsPayload) return true;
	const types = ["text/html", "application/json", "application/problem+json"];
	return new Negotiator(request.raw).mediaType(types) !== "text/html";
}
