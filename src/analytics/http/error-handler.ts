import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { StoreUnavailableError } from "../errors.ts";
import { DAMAGE_ADVICE, isDamage } from "../store/database/damage.ts";
import { sendText } from "./send-text.ts";

/** Long enough for a restart or a disk cleanup, short enough to retry before the tab closes. */
const RETRY_AFTER_SECONDS = "5";

/**
 * Turns errors into responses. Plain text, like PostHog: clients read only the status,
 * and people read the sentence.
 */
export function answerError(
	error: FastifyError | StoreUnavailableError,
	request: FastifyRequest,
	reply: FastifyReply,
): FastifyReply {
	if (error instanceof StoreUnavailableError) {
		request.log.warn({ err: error }, "Request refused; the client can retry");
		reply.header("retry-after", RETRY_AFTER_SECONDS);
		return sendText(reply, 503, "transient error, please retry");
	}
	const status = error.statusCode ?? 500;
	if (status < 500) return sendText(reply, status, error.message);
	request.log.error({ err: error }, "Unhandled error");
	return sendText(reply, 500, isDamage(error) ? DAMAGE_ADVICE : "Internal Server Error");
}

const CAPTURE_METHODS = "GET, POST, OPTIONS";

/** Answers 405 for a path that exists with another method, and 404 for an unknown path. */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
	const [path = "/"] = request.url.split("?", 1);
	const exists = ["GET", "POST"].some((method) =>
		request.server.hasRoute({ method, url: path.replace(/(.)\/$/, "$1") }),
	);
	if (!exists) return sendText(reply, 404, "Not Found");
	return sendText(reply.header("allow", CAPTURE_METHODS), 405, "Method Not Allowed");
}
