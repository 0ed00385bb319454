import type { FastifyError, FastifyReply } from "fastify";
import fp from "fastify-plugin";
import { PROBES } from "../../platform/observability/health.ts";
import { internalError, pageNotFound, requestRefused } from "../../shared/page/errors.ts";
import { renderUnavailablePage } from "../assets/build-meta.ts";
import { FileUnavailableError } from "../http-cache/open-file.ts";
import { HTML_TYPE } from "../http-cache/send-answer.ts";
import type { SendError } from "../http-cache/send-error.ts";
import type { SiteContext } from "./site-context.ts";

const RETRY_AFTER_SECONDS = 10;

/**
 * Responds before the router to requests that no route can answer, such as malformed targets. Redirects
 * other spellings to the canonical URL, and converts errors of routes to responses.
 */
export const errorPages = fp<SiteContext>(async (site, { sendError }) => {
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
	// Before the body is read: a client of a refused request need not send it.
	site.addHook("onRequest", (_request, reply, next) => {
		return rejectInvalidTarget(sendError, reply) ?? next();
	});
});

function rejectInvalidTarget(
	sendError: SendError,
	reply: FastifyReply,
): ReturnType<SendError> | undefined {
	const { method, target, is404 } = reply.request;
	const { kind, url, query, wantsPayload, sentPath } = target;
	if (kind === "too-long") return sendError(reply, requestRefused(414, "The address is too long"));
	if (kind === "malformed") {
		return sendError(reply, requestRefused(400, "The address is malformed"));
	}
	// A redirect rule may apply to a payload. Other methods are refused for every spelling.
	if (kind === "misspelled" && !wantsPayload && !is404) return reply.redirect(url + query, 308);
	if (!is404) return undefined;
	// Pages answer GET and HEAD on every path, so usually only another method reaches this line.
	if (method === "GET" || method === "HEAD") return sendError(reply, pageNotFound(sentPath));
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

/** Sends 503 to all requests except probes while there is no site to serve. */
export const missingSite = fp<SiteContext>(async (service, { isMissing, revision }) => {
	service.addHook("onRequest", (request, reply, next) => {
		if (isMissing?.() !== true || PROBES.has(request.target.path ?? "")) return next();
		reply
			.code(503)
			.header("cache-control", "no-store")
			.header("retry-after", MISSING_SITE_RETRY_SECONDS)
			.type(HTML_TYPE)
			.send(renderUnavailablePage(revision().config.public, NO_SITE));
	});
});
