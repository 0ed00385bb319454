import { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import { endThread } from "../../platform/end-thread.ts";
import type { SearchAnswer } from "../../shared/search.ts";
import { accessRulesOf, requirementsKey } from "../authorization/access-rules.ts";
import type { Snapshot } from "../authorization/snapshot.ts";
import { editionOf } from "../content/editions.ts";
import type { Page } from "../content/pages/page.ts";
import type { Revision } from "../content/revision.ts";
import { isSearchable } from "../seo/discoverable-sections.ts";
import {
	type FoundPage,
	type FromSearchThread,
	type SearchScope,
	type SearchTask,
	type ShownPage,
	searchState,
	stampOf,
	type ToSearchThread,
} from "./search-messages.ts";

/** Without an edition, searches the first language and version. */
export type SearchRequest = SearchScope & { readonly text: string };

export interface SiteSearchAnswer {
	/** A {@link SearchAnswer} as JSON. */
	readonly json: string;
	/** Whether the answer stays the same while the revision is live. */
	readonly isFinal: boolean;
}

export const NOTHING_FOUND: SiteSearchAnswer = {
	json: JSON.stringify({ results: [] } satisfies SearchAnswer),
	isFinal: true,
};

/** For callers that do not forward the JSON. */
export function resultsIn({ json }: SiteSearchAnswer): SearchAnswer["results"] {
	return (JSON.parse(json) as SearchAnswer).results;
}

export type SiteSearch = ReturnType<typeof createSiteSearch>;

export interface SiteSearchOptions {
	/** The bundle of the thread. */
	readonly entry: URL;
	readonly indexFile: string;
	readonly log: Pick<Logger, "warn">;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
}

const MAX_RESULTS = 10;

/** A search takes a few milliseconds; a longer queue would keep visitors waiting. */
const MAX_WAITING = 100;

/** A search takes less than a hundredth of it; the start of the thread may be slow on a busy machine. */
const TIMEOUT_MS = 10_000;

/** Heap of the thread, mostly the vocabulary of the site. */
const THREAD_HEAP_MB = 128;
const THREAD_YOUNG_MB = 8;

/** Creates the search of the pages that a visitor may see. The first search starts its thread. */
export function createSiteSearch({ entry, indexFile, log, now }: SiteSearchOptions) {
	let thread: Worker | undefined;
	let lastId = 0;
	/** Resolves each waiting search by its id. */
	const waiting = new Map<number, (message?: FromSearchThread) => void>();

	return {
		search,
		async close(): Promise<void> {
			await thread?.terminate();
		},
	};

	/** @returns `undefined` while there is no index, or too many searches are waiting. */
	async function search(
		{ text, section, edition = "" }: SearchRequest,
		{ revision, untilMs }: Snapshot,
	): Promise<SiteSearchAnswer | undefined> {
		const { editions, public: site } = revision.config;
		const { basePath } = site;
		const locale = editionOf(section ?? edition, editions).locale?.code ?? site.locale;
		const isOne = editions.locales.length + editions.versions.length === 0;
		const found = await ask({
			...{ kind: "find", text, locale, section },
			edition: isOne ? undefined : edition,
			access: readableKinds(revision),
		});
		if (found?.kind !== "found") return undefined;
		const { state, pages, marked } = found.findings;
		const isFinal = state === searchState(revision.id, untilMs);
		const nowMs = now();
		const visible: ShownPage[] = [];
		for (const hit of pages) {
			const page = revision.pages.get(hit.path);
			if (page !== undefined && isSearchable(page, nowMs)) visible.push(shownPage(hit, page));
			if (visible.length === MAX_RESULTS) break;
		}
		if (visible.length === 0) return { ...NOTHING_FOUND, isFinal };
		const shown = await ask({ kind: "show", locale, basePath, marked, pages: visible });
		return shown?.kind === "shown" ? { json: shown.answer, isFinal } : undefined;
	}

	async function ask(task: SearchTask): Promise<FromSearchThread | undefined> {
		if (waiting.size >= MAX_WAITING) return undefined;
		thread ??= start();
		lastId += 1;
		const id = lastId;
		const { promise, resolve } = Promise.withResolvers<FromSearchThread | undefined>();
		waiting.set(id, resolve);
		const timer = setTimeout(endThread, TIMEOUT_MS, thread).unref();
		// oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
		thread.postMessage({ id, ...task } satisfies ToSearchThread);
		return promise.finally(() => {
			clearTimeout(timer);
			waiting.delete(id);
		});
	}

	function start(): Worker {
		const worker = new Worker(entry, {
			workerData: indexFile,
			resourceLimits: {
				maxOldGenerationSizeMb: THREAD_HEAP_MB,
				maxYoungGenerationSizeMb: THREAD_YOUNG_MB,
			},
		});
		worker.on("message", (message: FromSearchThread) => {
			if (message.kind === "failed") log.warn({ problem: message.message }, "A search failed");
			waiting.get(message.id)?.(message);
		});
		worker.on("error", (error) => log.warn({ err: error }, "The search thread failed"));
		worker.once("exit", () => {
			// The next search starts another thread.
			if (thread === worker) thread = undefined;
			for (const resolve of waiting.values()) resolve();
		});
		worker.unref();
		return worker;
	}
}

const KINDS = new WeakMap<Revision, readonly string[]>();

/**
 * Lists the access requirements of the pages in a visitor's revision. The index has the pages of all
 * visitors: without this filter, pages that the visitor may not read would displace other results.
 *
 * @returns `undefined` while every page is public.
 */
function readableKinds(revision: Revision): readonly string[] | undefined {
	const rules = accessRulesOf(revision);
	if (rules.isEmpty) return undefined;
	return KINDS.getOrInsertComputed(revision, () => [
		...new Set(Array.from(revision.pages.keys(), (path) => requirementsKey(rules.at(path)))),
	]);
}

/** The live page, with the found sections if the index has the same state of the page. */
function shownPage(found: FoundPage, page: Page): ShownPage {
	const { path, title, packedBody } = page;
	const stamp = stampOf(page);
	return {
		...{ path, title, packedBody, stamp },
		description: page.frontMatter.description,
		sections: stamp === found.stamp ? found.sections : [],
	};
}
