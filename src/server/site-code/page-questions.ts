import { AsyncLocalStorage } from "node:async_hooks";
import { BroadcastChannel } from "node:worker_threads";
import { setPageSource } from "../../app/site-pages.ts";
import type { PageQuestion } from "../pages/code-runner.ts";
import type { AskedQuestion } from "./answer-questions.ts";

/** Number of the pages that the visitor of the current request may see. */
const VIEW = new AsyncLocalStorage<number | undefined>();

interface Answer {
	readonly id: number;
	readonly answer: unknown;
}

/** Runs a call for a visitor. */
export function runWithView<Output>(view: number | undefined, call: () => Output): Output {
	return VIEW.run(view, call);
}

/** Lets code of the folder ask the process about pages. @param name Of the channel to the process. */
export function askForPages(name: string): void {
	const channel = new BroadcastChannel(name);
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
		const view = VIEW.getStore();
		if (view === undefined) {
			throw new Error("Pages can be listed only while a request is answered");
		}
		lastId += 1;
		const id = lastId;
		const { promise, resolve } = Promise.withResolvers<Output>();
		waiting.set(id, resolve);
		const asked: AskedQuestion = { id, view, question };
		// oxlint-disable-next-line unicorn/require-post-message-target-origin -- A process has no origin.
		channel.postMessage(asked);
		return promise;
	}
}
