import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import type { Metrics } from "../../platform/metrics.ts";
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

/** Completes what is kept with the headers of the reply that was sent first. */
export const answers = fp(registerAnswers, { name: "answers", fastify: "5.x" });

async function registerAnswers(
	site: FastifyInstance,
	{ cache, keptSender, metrics }: AnswersOptions,
): Promise<void> {
	metrics.gauge("page_cache_bytes", "Bytes of the answers that are kept", () => cache.bytes);
	metrics.gauge("page_cache_answers", "Answers that are kept", () => cache.size);
	site.decorateReply("answer");
	// Once it is sent, no hook adds to its headers any more.
	site.addHook("onResponse", (_request, reply, next) => {
		reply.answer?.seal(reply.getHeaders());
		next();
	});
	site.addHook("preClose", (done) => {
		keptSender.stop();
		done();
	});
}
