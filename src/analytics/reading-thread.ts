import { parentPort, workerData } from "node:worker_threads";
import { answerQuestion } from "./query/threads/questions.ts";
import { openReader } from "./query/threads/reader.ts";
import type { ThreadReply, ThreadRequest } from "./query/threads/reading-threads.ts";

// The thread's whole life: one question after the other, for as long as the service lives.
const reader = openReader(String(workerData));

parentPort?.on("message", ({ id, kind, question }: ThreadRequest) => {
	parentPort?.postMessage(
		replyTo(id, () => answerQuestion(reader, kind, question)),
		[],
	);
});

function replyTo(id: number, answer: () => unknown): ThreadReply {
	try {
		return { id, kind: "answer", answer: answer() };
	} catch (error) {
		return { id, kind: "failed", error };
	}
}
