import { parentPort, type Transferable } from "node:worker_threads";
import type { CallTable, WorkerReply, WorkerRequest } from "./worker-calls.ts";

/** Functions that answer the calls of a thread. */
export type CallAnswers<Calls extends CallTable<Calls>> = {
	readonly [Call in keyof Calls]: (
		input: Calls[Call]["input"],
	) => Calls[Call]["output"] | Promise<Calls[Call]["output"]>;
};

/**
 * Answers the calls of `WorkerCalls` in the thread that it started.
 *
 * @param moved Buffers, ports and streams of an output that are transferred instead of copied.
 */
export function answerCalls<Calls extends CallTable<Calls>>(
	answers: CallAnswers<Calls>,
	moved: (output: Calls[keyof Calls]["output"]) => Transferable[] = () => [],
): void {
	const port = parentPort;
	if (port === null) throw new Error("The module must be started as a worker thread");
	const post = (reply: WorkerReply, transferred: Transferable[] = []) =>
		port.postMessage(reply, transferred);
	port.on("message", ({ id, call, input }: WorkerRequest<keyof Calls>) => {
		const answer = async (): Promise<void> => {
			const output = call === undefined ? undefined : await answers[call](input);
			post({ id, output }, moved(output));
		};
		answer()
			.catch((error: unknown) => {
				post({ id, error: error instanceof Error ? error : new Error(String(error)) });
			})
			.catch(() => {
				post({ id, error: new Error("The error cannot be sent between threads") });
			});
	});
}
