import type { FastifyReply, FastifyRequest } from "fastify";
import { isNotModified, weakETag } from "../http/conditional.ts";
import { acceptedCoding } from "./coding.ts";
import { answerKey } from "./key.ts";
import type { PageAnswer } from "./page-answer.ts";
import type { PageCache } from "./page-cache.ts";

/** The text of a page or a payload on its way to a visitor. */
export interface AnswerText {
	readonly mediaType: string;
	/** Called only if the text has to be made. */
	readonly text: () => string;
	/**
	 * Another text has another version, of letters, digits, `-` and `_`; absent where that cannot be
	 * known without making it.
	 */
	readonly version?: string | undefined;
	/** Whether every visitor gets this answer, whatever the query says that no page looks at. */
	readonly isShared: boolean;
}

/** Answers with a text, conditionally and coded, and keeps what others may have as well. */
export type SendText = (
	request: FastifyRequest,
	reply: FastifyReply,
	answer: AnswerText,
) => FastifyReply | Promise<FastifyReply>;

export interface TextSenderOptions {
	readonly cache: PageCache;
	/** Parameters that make a different page. */
	readonly canonicalQuery: () => readonly string[];
}

export function createTextSender({ cache, canonicalQuery }: TextSenderOptions): SendText {
	return (request, reply, answer) => {
		const { mediaType, isShared } = answer;
		reply.type(mediaType).header("cache-control", "no-cache").header("vary", "accept-encoding");
		const key = isShared ? answerKey(request.originalUrl, canonicalQuery()) : undefined;
		return key === undefined
			? sendOnce(request, reply, answer)
			: sendShared(request, reply, cache.findOrMake(key, answer.text));
	};
}

/** What one visitor gets goes out as it is, and is coded like everything that is not kept. */
function sendOnce(
	{ headers }: FastifyRequest,
	reply: FastifyReply,
	{ text, version }: AnswerText,
): FastifyReply {
	const made = version === undefined ? text() : undefined;
	const etag = made === undefined ? `W/"${version}"` : weakETag(made);
	reply.header("etag", etag);
	if (isNotModified(headers["if-none-match"], etag)) return reply.code(304).send();
	return reply.send(made ?? text());
}

async function sendShared(
	{ headers }: FastifyRequest,
	reply: FastifyReply,
	answer: PageAnswer,
): Promise<FastifyReply> {
	reply.answer = answer;
	reply.header("etag", answer.etag);
	if (isNotModified(headers["if-none-match"], answer.etag)) return reply.code(304).send();
	const coding = acceptedCoding(headers["accept-encoding"]);
	const body = await answer.body(coding);
	if (coding !== "identity") reply.header("content-encoding", coding);
	return reply.send(body);
}
