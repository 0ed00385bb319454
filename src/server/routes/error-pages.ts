import type { FastifyError, FastifyReply } from "fastify";
import fp from "fastify-plugin";
import { internalError, requestRefused } from "../../shared/page/errors.ts";
import type { PublicConfig } from "../../shared/page/public-config.ts";
import { renderUnavailablePage } from "../assets/build-meta.ts";
import { FileUnavailableError } from "../http-cache/open-file.ts";
import { HTML_TYPE } from "../http-cache/send-answer.ts";
import type { SendError } from "../http-cache/send-error.ts";

const RETRY_AFTER_SECONDS = 10;

/** Converts errors of routes to responses. */
export const errorPages = fp<{ readonly sendError: SendError }>(async (site, { sendError }) => {
	site.setErrorHandler<FastifyError>((error, request, reply) => {
		const { statusCode = 500, code, message } = error;
		if (statusCode >= 400 && statusCode < 500) {
			return sendError(reply, requestRefused(statusCode, SENTENCES[code] ?? message));
		}
		if (error instanceof FileUnavailableError) {
			request.log.warn({ err: error }, "A file cannot be read");
			reply.header("retry-after", RETRY_AFTER_SECONDS);
			return sendError(reply, requestRefused(503, "The file cannot be read at the moment"));
		}
		request.log.error({ err: error }, "A request failed");
		return sendError(reply, internalError());
	});
});

/**
 * Refuses a request that no route can answer, and redirects other spellings to the canonical URL. It runs
 * before the body is read: a client of a refused request need not send it.
 *
 * @returns `undefined` for a request that a route can answer.
 */
export function rejectInvalidTarget(
	sendError: SendError,
	reply: FastifyReply,
): ReturnType<SendError> | undefined {
	const { method, target, is404 } = reply.request;
	const { kind, url, query, wantsPayload } = target;
	if (kind === "too-long") return sendError(reply, requestRefused(414, "The address is too long"));
	if (kind === "malformed") {
		return sendError(reply, requestRefused(400, "The address is malformed"));
	}
	if (is404) return sendMethodNotAllowed(sendError, reply);
	// A redirect rule may apply to a payload. A body would be lost.
	const isRedirected = kind === "misspelled" && !wantsPayload && isRead(method);
	return isRedirected ? reply.redirect(url + query, 308) : undefined;
}

export function isRead(method: string): boolean {
	return method === "GET" || method === "HEAD";
}

export function sendMethodNotAllowed(
	sendError: SendError,
	reply: FastifyReply,
): ReturnType<SendError> {
	const { method } = reply.request;
	reply.header("allow", "GET, HEAD");
	return sendError(reply, requestRefused(405, `Method not allowed: ${method}`));
}

/** Replace messages of the framework, which are for developers. */
const SENTENCES: Readonly<Record<string, string>> = {
	FST_ERR_BAD_URL: "The address is malformed",
	FST_ERR_CTP_BODY_TOO_LARGE: "The request is too large",
	FST_ERR_MAX_PARAM_LENGTH: "The address is too long",
};

const MISSING_SITE_RETRY_SECONDS = 5;

const NO_SITE =
	"The folder of this site is missing or empty. The site appears as soon as the folder has a page.";

/** Sends 503 while there is no site to serve. */
export function sendMissingSite(reply: FastifyReply, site: PublicConfig): FastifyReply {
	return reply
		.code(503)
		.header("cache-control", "no-store")
		.header("retry-after", MISSING_SITE_RETRY_SECONDS)
		.type(HTML_TYPE)
		.send(renderUnavailablePage(site, NO_SITE));
}
