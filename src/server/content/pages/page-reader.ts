import { forgetGrammars } from "../markdown/code/highlight-code.ts";
import type { MarkdownOptions } from "../markdown/create-markdown.ts";
import { createBodyRenderer } from "../markdown/render-body.ts";
import { processorMs, runInTime } from "../run-in-time.ts";
import { type PageParser, parsePage } from "./parse-page.ts";
import {
	type PageFileOpening,
	type PageFileReading,
	type PageJob,
	readPageFile,
} from "./read-page-file.ts";

/** Reads and parses page files, in the order of the jobs. */
export type PageReader = (jobs: readonly PageJob[]) => readonly PageFileReading[];

export interface PageReaderOptions extends MarkdownOptions, Pick<PageParser, "highlighting"> {}

/** How long a page may take: looking, waiting for it to settle and sending add 0.2 s, and it is named within one. */
const PAGE_MS = 600;

/** The same at the second attempt: honest pages of some hundred kilobytes need it on small boards. */
const SECOND_ATTEMPT_MS = 1800;

/** When so many were stopped in one go, the others of it are given less. */
const MAX_STOPPED = 2;

/** Enough for forty kilobytes; a hundred pages that are stopped take six seconds and not a minute. */
const SHORT_PAGE_MS = 50;

/** Who has had this share of the limit when it was over is the one that takes too long. */
const NEARLY_ALL = 0.8;

/** Watching the time costs half of what parsing a page does, and is done for so many at once. */
const PAGES_AT_ONCE = 20;

const TOO_LONG_AT_FIRST: PageFileReading = {
	kind: "refused",
	rule: `must not take longer than ${PAGE_MS / 1000} s to read: it is tried once more, with ${SECOND_ATTEMPT_MS / 1000} s`,
	deservesSecondAttempt: true,
};

const TOO_LONG_BESIDE_OTHERS: PageFileReading = {
	kind: "refused",
	rule: `must not take longer than ${SHORT_PAGE_MS / 1000} s to read beside others that take too long: it is tried once more, with ${SECOND_ATTEMPT_MS / 1000} s`,
	deservesSecondAttempt: true,
};

const TOO_LONG: PageFileReading = {
	kind: "refused",
	rule: `must not take longer than ${SECOND_ATTEMPT_MS / 1000} s to read: shorten it, or look for what repeats itself in it`,
};

/** For how long a page is read, and what is said when that was not enough. */
interface Patience {
	readonly limitMs: number;
	readonly isStrict: boolean;
	readonly refusal: PageFileReading;
}

/**
 * Makes a reader of page files that ends in time, whatever is in them. What would hold it up
 * is refused, and the others are read. Of many that hold it up, the first are given their full time.
 */
export function createPageReader({ highlighting, ...options }: PageReaderOptions): PageReader {
	let renderer = createBodyRenderer(options);
	let stopped = 0;
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
		const { limitMs, isStrict, refusal } = patienceFor(jobs[0]);
		let lastStartedMs = processorMs();
		const outcome = runInTime(() => openings.slice(done.length).forEach(parseNext), {
			limitMs,
			isStrict,
			onStop: startOver,
		});
		if (outcome.kind === "done") return done;
		const lastMs = processorMs() - lastStartedMs;
		// The first had all of the time; another may only have come after many.
		if (done.length > 0 && lastMs < limitMs * NEARLY_ALL) return done;
		stopped += 1;
		return [...done, refusal];

		function parseNext(opening: PageFileOpening): void {
			lastStartedMs = processorMs();
			done.push(parse(opening));
		}
	}

	function patienceFor(job: PageJob | undefined): Patience {
		if (job?.isSecondAttempt === true) {
			return { limitMs: SECOND_ATTEMPT_MS, isStrict: false, refusal: TOO_LONG };
		}
		// Its name is waited for; should others have had the processor, there is the second attempt.
		if (stopped < MAX_STOPPED) {
			return { limitMs: PAGE_MS, isStrict: true, refusal: TOO_LONG_AT_FIRST };
		}
		return { limitMs: SHORT_PAGE_MS, isStrict: false, refusal: TOO_LONG_BESIDE_OTHERS };
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
