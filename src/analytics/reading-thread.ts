import { parentPort, workerData } from "node:worker_threads";
import { answerQuestion } from "./query/thread-answers.ts";
import { openReader } from "./query/threads/reader.ts";
import type { ThreadData, ThreadReply, ThreadRequest } from "./query/threads/reading-threads.ts";
import { isDamage } from "./store/database/damage.ts";

// Answers one question after another until the thread is terminated.
// `ReadingThreads` passes this data.
const { path, abandoned } = workerData as ThreadData;
let current = 0;
const reader = openReader(path, () => Atomics.load(abandoned, 0) === current);

parentPort?.on("message", ({ id, kind, question }: ThreadRequest) => {
	current = id;
	const reply = replyTo(id, () => answerQuestion(reader, kind, question));
	parentPort?.postMessage(reply, movedWith(reply));
});

function replyTo(id: number, answer: () => unknown): ThreadReply {
	try {
		return { id, kind: "answer", answer: answer() };
	} catch (error) {
		return { id, kind: isDamage(error) ? "damaged" : "failed", error };
	}
}

/** @returns Buffers to transfer instead of copy, which is costly for a block of events. */
function movedWith(reply: ThreadReply): ArrayBuffer[] {
	if (reply.kind !== "answer" || !isBlock(reply.answer)) return [];
	return reply.answer.rows.map(({ buffer }) => buffer);
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
