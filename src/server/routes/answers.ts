import fp from "fastify-plugin";
import type { Metrics } from "../../platform/observability/metrics.ts";
import type { AnswerRecorder } from "../http/answer-metrics.ts";
import type { Answer } from "../http-cache/answer.ts";
import type { ResponseCache } from "../http-cache/response-cache.ts";
import type { KeptSender } from "../http-cache/serve-from-cache.ts";
import { WARM_UP_ADDRESS } from "../http-cache/warm-up.ts";

export interface AnswersOptions {
	readonly cache: ResponseCache;
	readonly keptSender: KeptSender;
	readonly metrics: Metrics;
	readonly record: AnswerRecorder;
}

declare module "fastify" {
	interface FastifyReply {
		/** The answer that the reply sends; absent for replies that are not made of an `Answer`. */
		answer: Answer | undefined;
	}
}

/** Adds the headers of the first reply to each cached answer, and records each answer. */
export const answers = fp<AnswersOptions>(async (site, options) => {
	const { cache, keptSender, metrics, record } = options;
	metrics.gauge("page_cache_bytes", "Bytes of cached responses", () => cache.bytes);
	metrics.gauge("page_cache_answers", "Cached responses", () => cache.size);
	site.decorateReply("answer");
	// No later hook adds headers.
	site.addHook("onResponse", ({ raw, method, headers, target, log }, reply, next) => {
		reply.answer?.seal(() => reply.getHeaders());
		next();
		if (raw.socket.remoteAddress === WARM_UP_ADDRESS) return;
		const { path, sentPath } = target;
		const userAgent = headers["user-agent"];
		const { statusCode: status, elapsedTime: durationMs } = reply;
		record({ path, sentPath, method, userAgent, status, durationMs, isKept: false }, log);
	});
	site.addHook("preClose", async () => keptSender.stop());
});
