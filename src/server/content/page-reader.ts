import type { MarkdownOptions } from "./markdown/create-markdown.ts";
import { forgetGrammars } from "./markdown/highlight-code.ts";
import { createBodyRenderer } from "./markdown/render-body.ts";
import { type PageParser, parsePage } from "./parse-page.ts";
import {
	type PageFileOpening,
	type PageFileReading,
	type PageJob,
	readPageFile,
} from "./read-page-file.ts";
import { runInTime } from "./run-in-time.ts";

/** Reads and parses page files, in the order of the jobs. */
export type PageReader = (jobs: readonly PageJob[]) => readonly PageFileReading[];

export interface PageReaderOptions extends MarkdownOptions, Pick<PageParser, "highlighting"> {}

/** How long a page may take: looking, waiting for it to settle and sending add 0.2 s, and it is named within one. */
const PAGE_MS = 700;

/** The same at the second attempt: honest pages of some hundred kilobytes need it on small boards. */
const SECOND_ATTEMPT_MS = 1800;

/** Watching the time costs half of what parsing a page does, and is done for so many at once. */
const PAGES_AT_ONCE = 20;

const TOO_LONG_AT_FIRST: PageFileReading = {
	kind: "refused",
	rule: `must not take longer than ${PAGE_MS / 1000} s to read: it is tried once more, with ${SECOND_ATTEMPT_MS / 1000} s`,
	deservesSecondAttempt: true,
};

const TOO_LONG: PageFileReading = {
	kind: "refused",
	rule: `must not take longer than ${SECOND_ATTEMPT_MS / 1000} s to read: shorten it, or look for what repeats itself in it`,
};

/**
 * Makes a reader of page files that ends in time, whatever is in them. What would hold it up
 * is refused, and the others are read.
 */
export function createPageReader({ highlighting, ...options }: PageReaderOptions): PageReader {
	let renderer = createBodyRenderer(options);
	return (jobs) => {
		const readings: PageFileReading[] = [];
		while (readings.length < jobs.length) {
			readings.push(...readSome(jobs.slice(readings.length, readings.length + PAGES_AT_ONCE)));
		}
		return readings;
	};

	/** @returns Those of the first jobs that were done in time: at least one. */
	function readSome(jobs: readonly PageJob[]): readonly PageFileReading[] {
		// Before the clock runs: what is stopped must hold no file open.
		const openings = jobs.map(readPageFile);
		const done: PageFileReading[] = [];
		const isSecondAttempt = jobs[0]?.isSecondAttempt === true;
		const outcome = runInTime(() => openings.slice(done.length).forEach(parseNext), {
			limitMs: isSecondAttempt ? SECOND_ATTEMPT_MS : PAGE_MS,
			onStop: startOver,
		});
		// The first had all of the time; another may only have come after many.
		const isFirstStopped = outcome.kind === "stopped" && done.length === 0;
		return isFirstStopped ? [isSecondAttempt ? TOO_LONG : TOO_LONG_AT_FIRST] : done;

		function parseNext(opening: PageFileOpening): void {
			done.push(parse(opening));
		}
	}

	function parse(opening: PageFileOpening): PageFileReading {
		if (opening.kind !== "read") return opening;
		const parsing = parsePage(opening.source, { renderer, highlighting });
		return parsing.kind === "refused" ? parsing : { ...parsing, stamp: opening.stamp };
	}

	function startOver(): void {
		renderer = createBodyRenderer(options);
		forgetGrammars();
	}
}
