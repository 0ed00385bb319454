import fp from "fastify-plugin";
import type { Metrics } from "../../platform/observability/metrics.ts";
import type { Answer } from "../answers/answer.ts";
import type { AnswerCache } from "../answers/answer-cache.ts";
import type { KeptSender } from "../answers/send-kept.ts";

export interface AnswersOptions {
	readonly cache: AnswerCache;
	readonly keptSender: KeptSender;
	readonly metrics: Metrics;
}

declare module "fastify" {
	interface FastifyReply {
		/** The answer of this reply, if other clients may get the same one. */
		answer: Answer | undefined;
	}
}

/** Completes cached answers with the headers of the reply that was sent first. */
export const answers = fp<AnswersOptions>(async (site, { cache, keptSender, metrics }) => {
	metrics.gauge("page_cache_bytes", "Bytes of the answers that are kept", () => cache.bytes);
	metrics.gauge("page_cache_answers", "Answers that are kept", () => cache.size);
	site.decorateReply("answer");
	// No hook adds headers after this one.
	site.addHook("onResponse", (_request, reply, next) => {
		reply.answer?.seal(() => reply.getHeaders());
		next();
	});
	site.addHook("preClose", async () => keptSender.stop());
});
