import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import type { Metrics } from "../../platform/metrics.ts";
import type { KeptAnswers } from "../answers/kept-answers.ts";
import type { PageAnswer } from "../answers/page-answer.ts";
import type { PageCache } from "../answers/page-cache.ts";

export interface PageCacheOptions {
	readonly cache: PageCache;
	readonly keptAnswers: KeptAnswers;
	readonly metrics: Metrics;
}

declare module "fastify" {
	interface FastifyReply {
		/** What this reply says, if those who come after may have it as well. */
		answer: PageAnswer | undefined;
	}
}

/**
 * Keeps what was sent, for those who come after. They are answered before there is a
 * framework, see `answers/kept-answers.ts`.
 */
export const pageCache = fp(registerPageCache, { name: "page-cache", fastify: "5.x" });

const KEPT_STATUSES: ReadonlySet<number> = new Set([200, 304]);

async function registerPageCache(
	site: FastifyInstance,
	{ cache, keptAnswers, metrics }: PageCacheOptions,
): Promise<void> {
	metrics.gauge("page_cache_bytes", "Bytes of the answers that are kept", () => cache.bytes);
	metrics.gauge("page_cache_answers", "Pages and payloads that are kept", () => cache.size);
	site.decorateReply("answer");
	// Once it is sent nobody adds to its headers any more. With a callback: a promise for each
	// would show in a profile.
	site.addHook("onResponse", (_request, reply, next) => {
		if (KEPT_STATUSES.has(reply.statusCode)) reply.answer?.seal(reply.getHeaders());
		next();
	});
	site.addHook("preClose", (done) => {
		keptAnswers.stop();
		done();
	});
}
