import { parentPort, workerData } from "node:worker_threads";
import { titleOfPath } from "../../shared/page/title-of-path.ts";
import type { SearchAnswer, SearchResult } from "../../shared/search.ts";
import type {
	FromSearchThread,
	SearchFindings,
	SearchTask,
	ToSearchThread,
} from "./search-messages.ts";
import { SearchReader } from "./search-reader.ts";
import { showPage } from "./show-page.ts";
import { wordFormsOf } from "./word-forms.ts";

const port = parentPort;
if (port === null) throw new Error("The search thread must be started as a worker");

/** `site-search.ts` passes it. */
const indexFile = String(workerData);
let opened: { readonly reader: SearchReader; readonly locale: string } | undefined;

port.on("message", ({ id, ...task }: ToSearchThread) => {
	try {
		port.postMessage({ id, ...answer(task) } satisfies FromSearchThread);
	} catch (error) {
		close();
		const failure = { id, kind: "failed", message: String(error) } as const;
		port.postMessage(failure satisfies FromSearchThread);
	}
});

function answer(task: SearchTask) {
	return task.kind === "find"
		? ({ kind: "found", findings: find(task) } as const)
		: ({ kind: "shown", answer: JSON.stringify(show(task)) } as const);
}

function find({ text, locale, ...scope }: Extract<SearchTask, { kind: "find" }>): SearchFindings {
	if (opened?.locale !== locale || opened.reader.isReplaced) {
		close();
		opened = { reader: new SearchReader(indexFile, locale), locale };
	}
	return opened.reader.find(text, scope);
}

function close(): void {
	opened?.reader.close();
	opened = undefined;
}

function show({
	locale,
	pages,
	marked,
	basePath,
}: Extract<SearchTask, { kind: "show" }>): SearchAnswer {
	const marks = { ...marked, stem: wordFormsOf(locale).stem };
	return { results: withFolders(pages.map((page) => showPage(page, marks, basePath))) };
}

/** Adds the name of the folder to titles that several results share. */
function withFolders(results: readonly SearchResult[]): readonly SearchResult[] {
	const byTitle = Map.groupBy(results, ({ title }) => title.text);
	return results.map((result) => {
		const { title, url } = result;
		const folder = titleOfPath(url.slice(0, url.lastIndexOf("/")));
		if (folder === "" || byTitle.get(title.text)?.length === 1) return result;
		// Appended, so the positions of the marks stay right.
		return { ...result, title: { ...title, text: `${title.text} (${folder})` } };
	});
}
