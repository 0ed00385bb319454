import { parentPort, workerData } from "node:worker_threads";
import { titleOfPath } from "../../shared/page/title-of-path.ts";
import type { SearchAnswer, SearchResult } from "../../shared/search.ts";
import type {
	FromSearchThread,
	SearchFindings,
	SearchTask,
	SearchThreadData,
	ToSearchThread,
} from "./search-messages.ts";
import { SearchReader } from "./search-reader.ts";
import { PageShower } from "./show-page.ts";
import { wordFormsOf } from "./word-forms.ts";

const port = parentPort;
if (port === null) throw new Error("The search thread must be started as a worker");

// `site-search.ts` starts this thread with this type.
const { indexFile } = workerData as SearchThreadData;
const shower = new PageShower();
let opened: { readonly reader: SearchReader; readonly locale: string } | undefined;

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
	if (opened === undefined || opened.locale !== locale || opened.reader.isReplaced) {
		opened?.reader.close();
		opened = undefined;
		opened = { reader: new SearchReader(indexFile, locale), locale };
	}
	return opened.reader.find(text, scope);
}

function show(task: Extract<SearchTask, { kind: "show" }>): SearchAnswer {
	const { stem } = wordFormsOf(task.locale);
	const results = task.pages.map((page) =>
		shower.show(page, { ...task.marked, stem }, task.basePath),
	);
	return { results: withFolders(results) };
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

function post(message: FromSearchThread): void {
	port?.postMessage(message);
}
