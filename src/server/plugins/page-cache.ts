import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import type { Metrics } from "../../platform/metrics.ts";
import { isNotModified } from "../conditional.ts";
import { acceptedCoding } from "../page-cache/coding.ts";
import { answerKey } from "../page-cache/key.ts";
import type { FlatHeaders, PageAnswer } from "../page-cache/page-answer.ts";
import type { PageCache } from "../page-cache/page-cache.ts";
import { Polisher } from "../page-cache/polisher.ts";

export interface PageCacheOptions {
	readonly cache: PageCache;
	/** Parameters that make a different page. */
	readonly canonicalQuery: () => readonly string[];
	readonly metrics: Metrics;
}

declare module "fastify" {
	interface FastifyReply {
		/** What this reply says, if those who come after may have it as well. */
		answer: PageAnswer | undefined;
	}
}

/**
 * Answers from the page cache before anything else does work. That is sound because an
 * answer is kept with all headers that it was first sent with, and only if nothing but its
 * path had a say in it.
 */
export const pageCache = fp(registerPageCache, { name: "page-cache", fastify: "5.x" });

/** Asked for again and again, it is worth the time that the smallest size takes. */
const POLISHED_AT_USE = 2;

const KEPT_STATUSES: ReadonlySet<number> = new Set([200, 304]);

async function registerPageCache(
	site: FastifyInstance,
	{ cache, canonicalQuery, metrics }: PageCacheOptions,
): Promise<void> {
	metrics.gauge("page_cache_bytes", "Bytes of the answers that are kept", () => cache.bytes);
	metrics.gauge("page_cache_answers", "Pages and payloads that are kept", () => cache.size);
	const polisher = new Polisher();
	site.decorateReply("answer");
	// Hooks with a callback: a promise for each would show in a profile.
	site.addHook("onRequest", (request, reply, next) => {
		const { method } = request.raw;
		if (method !== "GET" && method !== "HEAD") return next();
		const key = answerKey(request.originalUrl, canonicalQuery());
		const answer = key === undefined ? undefined : cache.find(key);
		if (answer === undefined || !sendKept(request, reply, answer)) return next();
		if (answer.uses === POLISHED_AT_USE) polisher.add(answer);
	});
	// Once it is sent nobody adds to its headers any more.
	site.addHook("onResponse", (_request, reply, next) => {
		if (KEPT_STATUSES.has(reply.statusCode)) reply.answer?.seal(reply.getHeaders());
		next();
	});
}

/** @returns Whether it could be sent: not in a coding that nobody has asked for yet. */
function sendKept({ raw }: FastifyRequest, reply: FastifyReply, answer: PageAnswer): boolean {
	const { headers, method } = raw;
	const { headersNotModified } = answer;
	if (headersNotModified === undefined) return false;
	if (isNotModified(headers["if-none-match"], answer.etag)) {
		write(reply, 304, headersNotModified);
		return true;
	}
	const coded = answer.coded(acceptedCoding(headers["accept-encoding"]?.toString()));
	if (coded === undefined) return false;
	write(reply, 200, coded.headers, method === "HEAD" ? undefined : coded.body);
	return true;
}

/** Past the framework, which would go through headers and hooks that were gone through before. */
function write(reply: FastifyReply, status: number, headers: FlatHeaders, body?: Buffer): void {
	reply.hijack();
	reply.raw.writeHead(status, [...headers]).end(body);
}
