import { setImmediate } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import type { SearchAnswer } from "../../shared/search.ts";
import type {
	FromSearchThread,
	SearchTask,
	SearchThreadData,
	ToSearchThread,
} from "./search-messages.ts";
import { type SearchFindings, SearchReader } from "./search-reader.ts";
import { PageShower } from "./show-page.ts";
import { tellResultsApart } from "./tell-results-apart.ts";

/** Words of a save are found at once; they are known for completion and mistakes a little later. */
const LEARN_AFTER_MS = 5000;

const port = parentPort;
if (port === null) throw new Error("Searches run in a thread of their own");

// The process started this thread with it.
const { indexFile } = workerData as SearchThreadData;
let opened: { readonly reader: SearchReader; readonly locale: string } | undefined;
const shower = new PageShower();
let learnedMs = 0;
let isLearning = false;

port.on("message", ({ id, ...task }: ToSearchThread) => {
	try {
		post(
			task.kind === "find"
				? { id, kind: "found", findings: find(task) }
				: { id, kind: "shown", answer: JSON.stringify(show(task)) },
		);
	} catch (error) {
		opened?.reader.close();
		opened = undefined;
		post({ id, kind: "failed", message: String(error) });
	}
});

function find({ text, locale, ...scope }: Extract<SearchTask, { kind: "find" }>): SearchFindings {
	const reader = openedReader(locale);
	// The words of a small site are learned by the time it returns.
	if (!isLearning && reader.isBehind && performance.now() - learnedMs > LEARN_AFTER_MS) {
		void learn(reader);
	}
	return reader.find(text, scope);
}

function show({ pages, stems, basePath }: Extract<SearchTask, { kind: "show" }>): SearchAnswer {
	const { reader } = opened ?? {};
	if (reader === undefined) return { results: [] };
	const marks = reader.marksFor(stems);
	const results = pages.map((page) => shower.show(page, marks, basePath));
	return { results: tellResultsApart(results) };
}

function openedReader(locale: string): SearchReader {
	if (opened !== undefined && opened.locale === locale && !opened.reader.isReplaced) {
		return opened.reader;
	}
	opened?.reader.close();
	opened = undefined;
	const reader = new SearchReader(indexFile, locale);
	opened = { reader, locale };
	learnedMs = performance.now();
	// The first question waits: what it means depends on the words that there are.
	for (const _ of reader.learnWords());
	return reader;
}

async function learn(reader: SearchReader): Promise<void> {
	isLearning = true;
	try {
		for (const _ of reader.learnWords()) await setImmediate();
	} catch {
		// Closed meanwhile, or damaged: the next question says so.
	}
	learnedMs = performance.now();
	isLearning = false;
}

function post(message: FromSearchThread): void {
	port?.postMessage(message);
}
