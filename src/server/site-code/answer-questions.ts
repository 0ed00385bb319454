import { randomUUID } from "node:crypto";
import { BroadcastChannel } from "node:worker_threads";
import { LRUCache } from "lru-cache";
import type { PageLists, PageQuestion } from "../pages/code-runner.ts";

/** A question of the thread. */
export interface AskedQuestion {
	readonly id: number;
	/** Number of the pages that the visitor may see. */
	readonly view: number;
	readonly question: PageQuestion;
}

/** More than the views of a site; a view that is gone has no request. */
const MAX_VIEWS = 100;

/** The pages that each group of visitors may see, for code of the site folder. */
export class PageAnswers {
	readonly #lists = new LRUCache<number, PageLists>({ max: MAX_VIEWS });
	#last = 0;
	/** Number of the pages that every visitor may see. */
	everyone: number | undefined;

	/** @returns The number of the pages. */
	register(lists: PageLists): number {
		this.#last += 1;
		if (lists.isForEveryone) this.everyone = this.#last;
		this.#lists.set(this.#last, lists);
		return this.#last;
	}

	/** Opens a channel for one thread after another. @returns Its name, and a function that closes it. */
	open(): { readonly name: string; readonly close: () => void } {
		const name = `pages-${randomUUID()}`;
		const channel = new BroadcastChannel(name);
		channel.unref();
		channel.addEventListener("message", ({ data }) => {
			// Only `page-questions.ts` knows the name of the channel.
			const { id, view, question } = data as AskedQuestion;
			const lists = this.#lists.get(view);
			// oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
			channel.postMessage({ id, answer: lists && answerOf(lists, question) });
		});
		return { name, close: () => channel.close() };
	}
}

function answerOf(lists: PageLists, question: PageQuestion): unknown {
	return question.kind === "list"
		? lists.list(question.selection)
		: lists.markdownOf({ path: question.path });
}
