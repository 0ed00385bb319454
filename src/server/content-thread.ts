import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { APP_PAGES, checkIsland, MIDDLEWARE_NAMES } from "../app/content-checks.ts";
import { lowerThreadPriority } from "../platform/lower-thread-priority.ts";
import { highlightBody } from "./content/pages/packed-body.ts";
import {
	createPageReader,
	type PageReader,
	type PageReaderOptions,
} from "./content/pages/page-reader.ts";
import { type SiteConfig, SiteConfigError } from "./content/site-config.ts";
import { OperatorError } from "./errors.ts";
import { HoldFile } from "./history/hold.ts";
import { KeptRevisions, REVISIONS_FOLDER } from "./history/kept-revisions.ts";
import { openIconLibrary } from "./icons/open-icon-library.ts";
import { ContentLoop, type ReadingOptions } from "./live/content-loop.ts";
import type {
	ContentThreadData,
	FromContentThread,
	ToContentThread,
} from "./live/content-messages.ts";
import { PageStore } from "./live/page-store.ts";
import {
	type FromParseThread,
	helpToRead,
	type ParseThreadData,
	readInThreads,
} from "./live/parse-threads.ts";
import { RevisionSender } from "./live/revision-sender.ts";
import { matchAppPage } from "./pages/resolve-page.ts";

/** Starting a helper takes as long as parsing this many pages. */
const WORTH_HELPERS = 200;

/** The code of so many pages is highlighted when they are first shown, and that of fewer at once. */
const HIGHLIGHTED_LATER = 50;

/** More processors than this are better left to visitors. */
const MAX_THREADS = 4;

const port = parentPort;
if (port === null) throw new Error("The site folder is read in a thread of its own");

lowerThreadPriority();
// The process started this thread with one of the two.
const data = workerData as ContentThreadData | ParseThreadData;
if ("role" in data) await parseForAnother(data);
else await followFolder(data);

/** Helps another thread of this kind to parse. */
async function parseForAnother(threadData: ParseThreadData): Promise<void> {
	const { siteFolder, markdown } = threadData;
	await helpToRead(threadData, { readHere: readerOf(siteFolder, markdown, "later"), post });
}

async function followFolder(threadData: ContentThreadData): Promise<void> {
	const { siteFolder, embeddedFolder, dataFolder, buildId } = threadData;
	const revisions = join(dataFolder, REVISIONS_FOLDER);
	let taken: (() => void) | undefined;
	const loop = new ContentLoop({
		siteFolder,
		embeddedFolder,
		readingOf: (folder) => readingOf(folder, threadData),
		sender: new RevisionSender({
			post,
			taken: () =>
				new Promise((resolve) => {
					taken = resolve;
				}),
		}),
		revisionsFolder: revisions,
		kept: new KeptRevisions(revisions, Date.now),
		hold: new HoldFile(revisions),
		store: (folder) => new PageStore({ dataFolder, buildId, siteFolder: folder }),
		log: (level, message, details = {}) => post({ kind: "log", level, message, details }),
	});
	port?.on("message", (message: ToContentThread) => {
		if (message.kind === "taken") taken?.();
		else void answer(loop, message);
	});
	try {
		await loop.start();
	} catch (error) {
		if (!(error instanceof OperatorError || error instanceof SiteConfigError)) throw error;
		post({ kind: "refused", message: error.message });
	}
}

async function answer(
	loop: ContentLoop,
	message: Exclude<ToContentThread, { readonly kind: "taken" }>,
): Promise<void> {
	const { call } = message;
	switch (message.kind) {
		case "list":
			return post({ kind: "kept", call, revisions: await loop.list() });
		case "restore":
			return post({ kind: "restored", call, outcome: await loop.restore(message.id) });
		case "highlight": {
			const { packedBody, isWhole } = highlightBody(message.packedBody);
			post({ kind: "highlighted", call, packedBody });
			if (!isWhole) loop.readAgain(message.file);
		}
	}
}

function readingOf(siteFolder: string, { environment }: ContentThreadData): ReadingOptions {
	const { resolve: resolveIcon } = iconsOf(siteFolder);
	return {
		environment,
		resolveIcon,
		checkIsland,
		isAppPath: (path) => matchAppPage(APP_PAGES, path) !== undefined,
		middleware: MIDDLEWARE_NAMES,
		async readFiles(jobs, markdown) {
			const highlighting = jobs.length < HIGHLIGHTED_LATER ? "now" : "later";
			const readHere = detached(readerOf(siteFolder, markdown, highlighting));
			if (jobs.length < WORTH_HELPERS) return readHere(jobs);
			const threads = Math.min(availableParallelism(), MAX_THREADS);
			const entry = new URL(import.meta.url);
			return readInThreads(jobs, { entry, siteFolder, markdown, threads, readHere });
		},
	};
}

/**
 * What is read here becomes like what a helper sends: a title that is cut out of the text of
 * its page keeps all of that text in memory, ten kilobytes for each page.
 */
function detached(read: PageReader): PageReader {
	return (jobs) => structuredClone(read(jobs));
}

function readerOf(
	siteFolder: string,
	markdown: SiteConfig["markdown"],
	highlighting: PageReaderOptions["highlighting"],
): PageReader {
	const { resolve: resolveIcon } = iconsOf(siteFolder);
	return createPageReader({ ...markdown, resolveIcon, checkIsland, highlighting });
}

function iconsOf(siteFolder: string): ReturnType<typeof openIconLibrary> {
	return openIconLibrary({
		siteFolder: () => siteFolder,
		log: {
			warn: (message) => post({ kind: "log", level: "warn", message, details: {} }),
			// An error of Node's own loses its cause on the way, but not its text.
			error: (details, message) =>
				post({ kind: "log", level: "error", message, details: textsOf(details) }),
		},
	});
}

function textsOf(details: object): Record<string, string> {
	return Object.fromEntries(Object.entries(details).map(([key, value]) => [key, String(value)]));
}

function post(message: FromContentThread | FromParseThread): void {
	port?.postMessage(message);
}
