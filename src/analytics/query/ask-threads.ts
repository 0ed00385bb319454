import type { FastifyReply } from "fastify";
import type { AnswerOf, QuestionKind, QuestionOf } from "./threads/questions.ts";
import type { ReadingThreads } from "./threads/reading-threads.ts";

export interface ThreadCall<Kind extends QuestionKind> {
	readonly kind: Kind;
	readonly question: QuestionOf<Kind>;
	readonly reply: FastifyReply;
}

/** Asks a reading thread, unless whoever asked has left before it is the question's turn. */
export async function askThreads<Kind extends QuestionKind>(
	threads: ReadingThreads,
	{ kind, question, reply }: ThreadCall<Kind>,
): Promise<AnswerOf<Kind>> {
	const left = new AbortController();
	reply.raw.once("close", () => left.abort());
	return threads.ask(kind, question, left.signal);
}
