import type { FastifyReply, FastifyRequest } from "fastify";
import { Answer, type AnswerParts } from "./answer.ts";
import type { AnswerCache } from "./answer-cache.ts";
import { answerKey } from "./answer-key.ts";

/** An answer, and the clients that may get the same one. */
export interface Sending {
	/** Called on a cache miss. */
	readonly make: () => AnswerParts;
	readonly cacheControl: string;
	/** Request header that selects the representation, such as `accept`; `accept-encoding` is implied. */
	readonly vary?: string;
	/**
	 * Who may have the same answer: this client alone; everyone, as long as nothing changes; everyone
	 * at an address that clients can make up; everyone for as long as there is this build.
	 */
	readonly for: "client" | "all" | "flood" | "build";
}

/** Answers conditionally and coded, and keeps what others may have as well. */
export type SendAnswer = (
	request: FastifyRequest,
	reply: FastifyReply,
	sending: Sending,
) => Promise<FastifyReply>;

export interface AnswerSenderOptions {
	readonly cache: AnswerCache;
	/** Parameters that make a different page. */
	readonly canonicalQuery: () => readonly string[];
}

export function createAnswerSender({ cache, canonicalQuery }: AnswerSenderOptions): SendAnswer {
	return async (request, reply, sending) => {
		const answer = answerOf(request, sending);
		const { headers } = request;
		reply.code(answer.status).type(answer.mediaType).header("cache-control", sending.cacheControl);
		const vary = [
			...(sending.vary?.split(",") ?? []),
			...(answer.isCodable ? ["accept-encoding"] : []),
		];
		if (vary.length > 0) reply.header("vary", vary.join(", "));
		if (answer.etag !== undefined) reply.header("etag", answer.etag);
		reply.answer = answer;
		if (answer.isKnownTo(headers)) return reply.code(304).send();
		const coding = answer.codingFor(headers);
		const body = await answer.body(coding);
		if (coding !== "identity") reply.header("content-encoding", coding);
		return reply.send(body);
	};

	function answerOf({ target }: FastifyRequest, sending: Sending): Answer {
		const key = sending.for === "client" ? undefined : answerKey(target, canonicalQuery());
		if (key === undefined) return new Answer(sending.make(), () => undefined);
		const keeping = { key, isFlood: sending.for === "flood", isLasting: sending.for === "build" };
		return cache.findOrMake(keeping, sending.make);
	}
}
