import type { MarkdownOptions } from "./markdown/create-markdown.ts";
import { forgetGrammars } from "./markdown/highlight-code.ts";
import { createBodyRenderer } from "./markdown/render-body.ts";
import { type PageParsing, type PageSource, parsePage } from "./parse-page.ts";
import { type PageFileReading, type PageJob, readPageFile } from "./read-page-file.ts";
import { runInTime } from "./run-in-time.ts";

/** Reads and parses page files, in the order of the jobs. */
export type PageReader = (jobs: readonly PageJob[]) => readonly PageFileReading[];

/** How long one page may take: looking, waiting for it to settle and sending add 0.2 s, and it is named within one. */
const PAGE_MS = 700;

/**
 * Makes a reader of page files that ends in time, whatever is in them. What would hold it up
 * is refused, and the others are read.
 */
export function createPageReader(options: MarkdownOptions): PageReader {
	let renderer = createBodyRenderer(options);
	return (jobs) => jobs.map((job) => readPageFile(job, parseInTime));

	function parseInTime(source: PageSource): PageParsing {
		const outcome = runInTime(() => parsePage(source, renderer), {
			limitMs: PAGE_MS,
			onStop() {
				renderer = createBodyRenderer(options);
				forgetGrammars();
			},
		});
		if (outcome.kind === "done") return outcome.result;
		return {
			kind: "refused",
			rule: `must not take longer than ${PAGE_MS / 1000} s to read: shorten it, or look for what repeats itself in it`,
		};
	}
}
