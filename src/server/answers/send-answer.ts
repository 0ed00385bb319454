import type { FastifyReply, RawServerBase, RouteGenericInterface } from "fastify";
import { ISLAND_ENDPOINT } from "../../shared/page/islands.ts";
import { PREVIEW_PARAMETER } from "../../shared/page/middleware.ts";
import { pageQueryOfPayload } from "../../shared/routing/routes.ts";
import { SEARCH_ENDPOINT } from "../../shared/search.ts";
import type { RequestTarget } from "../http/request-target.ts";
import { Answer, type AnswerParts } from "./answer.ts";
import type { AnswerCache } from "./answer-cache.ts";

export const JSON_TYPE = "application/json; charset=utf-8";
export const HTML_TYPE = "text/html; charset=utf-8";
export const TEXT_TYPE = "text/plain; charset=utf-8";

/** Sends a sentence to a program and its developer; no cache stores it. */
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

/** An answer, and the clients that may get the same one. */
export interface Sending extends Omit<AnswerParts, "body"> {
	/** Called on a cache miss. */
	readonly body: () => AnswerParts["body"];
	/** Absent: `no-cache`, which lets caches revalidate it. */
	readonly cacheControl?: string;
	/** Request headers that select the representation; `accept-encoding` is implied. */
	readonly vary?: readonly string[];
	/**
	 * Who may get the same answer: this client alone; everyone until the content changes; the same, at an
	 * address that clients can invent; everyone who uses this build.
	 */
	readonly for: "client" | "all" | "flood" | "build";
}

/** Sends an answer, or 304, in a coding that the client accepts. Caches it if others may get it. */
export type SendAnswer = (reply: FastifyReply, sending: Sending) => Promise<FastifyReply>;

export interface AnswerSenderOptions {
	readonly cache: AnswerCache;
	/** Parameters that make a different page. */
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
		// Whether others may get it: asking makes the answer of a signed-in visitor private as well. What was
		// rendered while a page became private must not be in the cache of the pages after it.
		const isForOthers =
			sending.for === "build" ||
			(sending.for !== "client" && request.user === undefined && request.isCurrent);
		const key = isForOthers ? answerKey(request.target, canonicalQuery()) : undefined;
		if (key === undefined) return new Answer(make());
		const entry = { key, isFlood: sending.for === "flood", isLasting: sending.for === "build" };
		return cache.findOrMake(entry, make);
	}
}

/**
 * Names the answer to a request: by its URL path alone, since a query that no page looks at must
 * not make another entry. Islands and searches are named by their query as well.
 *
 * @param canonicalQuery Parameters that make a different page.
 * @returns `undefined` when the query can change the answer; such an answer is never kept.
 */
export function answerKey(
	{ kind, path, url, query, wantsPayload }: RequestTarget,
	canonicalQuery: readonly string[],
): string | undefined {
	if (kind !== "exact" || path === undefined) return undefined;
	if (path.startsWith(ISLAND_ENDPOINT) || path === SEARCH_ENDPOINT) return url + query;
	const pageQuery = wantsPayload ? pageQueryOfPayload(query) : query;
	if (pageQuery === "") return url;
	// A payload says nothing of its own URL, so that only a preview can change it.
	const names = wantsPayload ? [PREVIEW_PARAMETER] : [PREVIEW_PARAMETER, ...canonicalQuery];
	const pairs = pageQuery.slice(1).split("&");
	return pairs.some((pair) => names.includes(pair.split("=", 1)[0] ?? "")) ? undefined : url;
}
