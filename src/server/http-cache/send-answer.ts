import type { FastifyReply, RawServerBase, RouteGenericInterface } from "fastify";
import { ISLAND_ENDPOINT } from "../../shared/page/islands.ts";
import { PAGES_ENDPOINT } from "../../shared/page/listed-page.ts";
import { PREVIEW_PARAMETER } from "../../shared/page/middleware.ts";
import { pageQueryOfPayload } from "../../shared/routing/routes.ts";
import { SEARCH_ENDPOINT } from "../../shared/search.ts";
import type { RequestTarget } from "../http/request-target.ts";
import { Answer, type AnswerParts } from "./answer.ts";
import type { ResponseCache } from "./response-cache.ts";

export const JSON_TYPE = "application/json; charset=utf-8";
export const HTML_TYPE = "text/html; charset=utf-8";
/** Lines of JSON. */
export const LINES_TYPE = "application/x-ndjson; charset=utf-8";
export const TEXT_TYPE = "text/plain; charset=utf-8";

/** Sends plain text to a client that is a program. Caches do not store it. */
export function sendSentence<Server extends RawServerBase>(
	reply: FastifyReply<RouteGenericInterface, Server>,
	status: number,
	sentence: string,
): typeof reply {
	return reply
		.code(status)
		.header("cache-control", "no-store")
		.type(TEXT_TYPE)
		.send(`${sentence}\n`);
}

/** An answer, and the clients that may share it. */
export interface Sending extends Omit<AnswerParts, "body"> {
	/** Called on a cache miss. */
	readonly body: () => AnswerParts["body"];
	/** Absent: `no-cache`, which lets caches revalidate it. */
	readonly cacheControl?: string;
	/** Request headers that select the representation; `accept-encoding` is implied. */
	readonly vary?: readonly string[];
	/**
	 * Clients that may share the answer: only this client; all clients without a session until the content
	 * changes; the same, for an address that clients can invent; all clients until the content changes; all
	 * clients of this build.
	 */
	readonly scope: "client" | "all" | "flood" | "revision" | "build";
}

/** Sends an answer, or 304, in a coding that the client accepts. Caches it if other clients may share it. */
export type SendAnswer = (reply: FastifyReply, sending: Sending) => Promise<FastifyReply>;

export interface AnswerSenderOptions {
	readonly cache: ResponseCache;
	/** Query parameters that select a different page. */
	readonly canonicalQuery: () => readonly string[];
}

export function createAnswerSender({ cache, canonicalQuery }: AnswerSenderOptions): SendAnswer {
	return async (reply, sending) => {
		const answer = answerFor(reply, sending);
		const { headers } = reply.request;
		const { cacheControl = "no-cache", vary = [] } = sending;
		const varied = answer.isCodable ? [...vary, "accept-encoding"] : vary;
		reply.code(answer.status).type(answer.mediaType).header("cache-control", cacheControl);
		if (varied.length > 0) reply.header("vary", varied.join(", "));
		if (answer.etag !== undefined) reply.header("etag", answer.etag);
		reply.answer = answer;
		if (answer.isKnownTo(headers)) return reply.code(304).send();
		const coding = answer.codingFor(headers);
		const body = await answer.body(coding);
		if (coding !== "identity") reply.header("content-encoding", coding);
		return reply.send(body);
	};

	function answerFor({ request }: FastifyReply, sending: Sending): Answer {
		const make = (): AnswerParts => ({ ...sending, body: sending.body() });
		// Reading `request.user` also marks the answer of a signed-in visitor as private. An answer that was
		// rendered while a page became private must not enter the cache of the next snapshot.
		const isForOthers =
			sending.scope === "build" ||
			sending.scope === "revision" ||
			(sending.scope !== "client" &&
				request.user === undefined &&
				!request.isPersonal &&
				request.isCurrent);
		const key = isForOthers ? answerKey(request.target, canonicalQuery()) : undefined;
		if (key === undefined) return new Answer(make());
		const entry = {
			key,
			cacheOnSecondHit: sending.scope === "flood",
			survivesRevision: sending.scope === "build",
		};
		return cache.findOrMake(entry, make);
	}
}

/**
 * Returns the cache key of a request. It is the URL path without the query, since an unused query must not
 * create another entry. Keys of islands and searches include the query.
 *
 * @param canonicalQuery Query parameters that select a different page.
 * @returns `undefined` when the query can change the answer; such an answer is not cached.
 */
export function answerKey(
	{ kind, path, url, query, wantsPayload }: RequestTarget,
	canonicalQuery: readonly string[],
): string | undefined {
	if (kind !== "exact" || path === undefined) return undefined;
	const hasOwnQuery = path === SEARCH_ENDPOINT || path === PAGES_ENDPOINT;
	if (hasOwnQuery || path.startsWith(ISLAND_ENDPOINT)) return url + query;
	const pageQuery = wantsPayload ? pageQueryOfPayload(query) : query;
	if (pageQuery === "") return url;
	// A payload does not contain its own URL, so only a preview parameter can change it.
	const names = wantsPayload ? [PREVIEW_PARAMETER] : [PREVIEW_PARAMETER, ...canonicalQuery];
	const pairs = pageQuery.slice(1).split("&");
	return pairs.some((pair) => names.includes(pair.split("=", 1)[0] ?? "")) ? undefined : url;
}
