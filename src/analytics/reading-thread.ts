import { workerData } from "node:worker_threads";
import { answerCalls } from "../platform/workers/answer-calls.ts";
import { answerQuestion } from "./query/thread-answers.ts";
import { openReader } from "./query/threads/reader.ts";
import type { QuestionReply, ReadingCalls, ThreadData } from "./query/threads/reading-threads.ts";
import { isDamage } from "./store/database/damage.ts";

// Answers one question after another until the thread is terminated.
// `ReadingThreads` passes this data.
const { path, abandoned } = workerData as ThreadData;
let current = 0;
const reader = openReader(path, () => Atomics.load(abandoned, 0) === current);

answerCalls<ReadingCalls>(
	{
		answer({ number, kind, question }) {
			current = number;
			return replyTo(() => answerQuestion(reader, kind, question));
		},
	},
	movedWith,
);

function replyTo(answer: () => unknown): QuestionReply {
	try {
		return { kind: "answer", answer: answer() };
	} catch (error) {
		return { kind: isDamage(error) ? "damaged" : "failed", error };
	}
}

/** @returns Buffers to transfer instead of copy, which is costly for a block of events. */
function movedWith(reply: QuestionReply): ArrayBuffer[] {
	return reply.kind === "answer" && isBlock(reply.answer)
		? reply.answer.rows.map(({ buffer }) => buffer)
		: [];
}

function isBlock(answer: unknown): answer is { readonly rows: readonly Uint8Array<ArrayBuffer>[] } {
	return (
		typeof answer === "object" &&
		answer !== null &&
		"rows" in answer &&
		Array.isArray(answer.rows) &&
		answer.rows.every((row) => row instanceof Uint8Array)
	);
}
