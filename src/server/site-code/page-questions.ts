import { AsyncLocalStorage } from "node:async_hooks";
import { BroadcastChannel } from "node:worker_threads";
import { setPageSource } from "../../app/site-pages.ts";
import type { PageQuestion } from "../pages/code-runner.ts";
import type { AskedQuestion } from "./answer-questions.ts";

interface CurrentCall {
	/** Number of the pages that the visitor may see. */
	readonly view: number | undefined;
	/** Lists by their question: React renders a component again, and needs the same promise. */
	readonly answers: Map<string, Promise<never>>;
}

const CALL = new AsyncLocalStorage<CurrentCall>();

interface Answer {
	readonly id: number;
	readonly answer: unknown;
}

/** Runs a call for a visitor. */
export function runWithView<Output>(view: number | undefined, call: () => Output): Output {
	return CALL.run({ view, answers: new Map() }, call);
}

/**
 * Lets code of the folder ask the process about pages.
 *
 * @param name Of the channel to the process; `undefined` in a thread that answers no requests.
 */
export function askForPages(name: string | undefined): void {
	const channel = new BroadcastChannel(String(name));
	channel.unref();
	const waiting = new Map<number, (answer: never) => void>();
	let lastId = 0;
	channel.addEventListener("message", ({ data }) => {
		// Only `answer-questions.ts` knows the name of the channel.
		const { id, answer } = data as Answer;
		waiting.get(id)?.(answer as never);
		waiting.delete(id);
	});
	setPageSource({
		list: (selection) => ask({ kind: "list", selection }),
		markdown: (path) => ask({ kind: "markdown", path }),
	});

	function ask<Output>(question: PageQuestion): Promise<Output> {
		const call = CALL.getStore();
		const view = call?.view;
		if (call === undefined || view === undefined) {
			throw new Error("Pages can be listed only while a request is answered");
		}
		return call.answers.getOrInsertComputed(JSON.stringify(question), () => send(view, question));
	}

	function send(view: number, question: PageQuestion): Promise<never> {
		lastId += 1;
		const id = lastId;
		const { promise, resolve } = Promise.withResolvers<never>();
		waiting.set(id, resolve);
		const asked: AskedQuestion = { id, view, question };
		// oxlint-disable-next-line unicorn/require-post-message-target-origin -- A process has no origin.
		channel.postMessage(asked);
		return promise;
	}
}
