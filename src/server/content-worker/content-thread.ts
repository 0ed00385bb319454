import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { checkIsland, MIDDLEWARE_NAMES } from "../../app/content-checks.ts";
import { answerCalls } from "../../platform/workers/answer-calls.ts";
import { SEARCH_PATH } from "../../shared/search.ts";
import { CurrentFile } from "../content/pages/current-file.ts";
import { createPageReader, type PageReader } from "../content/pages/page-reader.ts";
import { type SiteConfig, SiteConfigError } from "../content/site-config.ts";
import { OperatorError } from "../errors.ts";
import { createCommitTimesReader } from "../git/commit-times.ts";
import { openIconLibrary } from "../icons/icon-library.ts";
import { createSiteIcons } from "../icons/site-icons.ts";
import { SearchIndexer } from "../search/search-indexer.ts";
import { SEARCH_INDEX_FILE } from "../search/search-messages.ts";
import { isMachinePath } from "../seo/machine-paths.ts";
import { SiteCodeReader } from "../site-code/site-code-reader.ts";
import { ContentLoop } from "./content-loop.ts";
import { LastGood } from "./last-good.ts";
import { PageStore } from "./page-store.ts";
import { type ParseCalls, type ParseThreadData, readInThreads } from "./parse-threads.ts";
import {
	type ContentThreadData,
	type FromContentThread,
	RevisionSender,
} from "./revision-delta.ts";
import type { ReadingOptions } from "./site-reader.ts";

/** Starting a helper takes as long as parsing this many pages. */
const PARALLEL_THRESHOLD = 200;

const readCommitTimes = createCommitTimesReader();

const port = parentPort;
if (port === null) throw new Error("The site folder must be read in a worker thread");

/** Sends messages to the log of the process, and errors as text only. */
const log = { warn: logAt("warn"), error: logAt("error") };

// The process started this thread with one of the two.
const data = workerData as ContentThreadData | ParseThreadData;
if ("role" in data) parseForAnother(data);
else await followFolder(data);

/** Helps another thread of this kind to parse. */
function parseForAnother({ siteFolder, markdown, current }: ParseThreadData): void {
	answerCalls<ParseCalls>({ read: readerOf(siteFolder, markdown, current) });
}

async function followFolder(threadData: ContentThreadData): Promise<void> {
	const { siteFolder, isEmbedded, dataFolder, buildId } = threadData;
	let taken: (() => void) | undefined;
	const loop = new ContentLoop({
		siteFolder,
		isEmbedded,
		readingOf: (folder) => readingOf(folder, threadData),
		sender: new RevisionSender({
			post,
			maxProblems: threadData.maxProblems,
			taken: () =>
				new Promise((resolve) => {
					taken = resolve;
				}),
		}),
		search: new SearchIndexer({
			indexFile: join(dataFolder, SEARCH_INDEX_FILE),
			warn: (message, error) => log.warn({ err: error }, message),
			now: Date.now,
		}),
		lastGood: new LastGood(dataFolder),
		store: (folder) => new PageStore({ dataFolder, buildId, siteFolder: folder }),
		log,
	});
	port?.on("message", () => taken?.());
	try {
		await loop.start();
	} catch (error) {
		if (!(error instanceof OperatorError || error instanceof SiteConfigError)) throw error;
		post({ kind: "refused", message: error.message });
		return;
	}
	// A failure ends this thread, and the process starts another one.
	await loop.follow();
}

function readingOf(siteFolder: string, threadData: ContentThreadData): ReadingOptions {
	const { environment, current, stuckFiles, readsCommitTimes, resizesImages } = threadData;
	const { siteIcons, resolve: resolveIcon } = iconsOf(siteFolder);
	const code = codeReader(threadData);
	const [ownCurrent, ...helpersCurrent] = current;
	return {
		environment,
		...{ resolveIcon, resizesImages },
		readDrawings: siteIcons.all,
		...(readsCommitTimes === true && { readCommitTimes: () => readCommitTimes(siteFolder) }),
		...(code !== undefined && { code }),
		checkIsland,
		isAppPath: (path) => path === SEARCH_PATH || isMachinePath(path),
		middleware: MIDDLEWARE_NAMES,
		stuckFiles,
		async readFiles(sources, markdown) {
			const readHere = detached(readerOf(siteFolder, markdown, ownCurrent));
			if (sources.length < PARALLEL_THRESHOLD) return readHere(sources);
			const place = { entry: new URL(import.meta.url), siteFolder, markdown };
			return readInThreads(sources, { ...place, current: helpersCurrent, readHere });
		},
	};
}

/** Shared by all scans, because it has the result of the last build. */
let knownCodeReader: SiteCodeReader | undefined;

function codeReader({ code, dataFolder }: ContentThreadData): SiteCodeReader | undefined {
	if (code === undefined) return undefined;
	knownCodeReader ??= new SiteCodeReader({
		...code,
		buildThread: new URL(code.buildThread),
		dataFolder,
		log,
	});
	return knownCodeReader;
}

/**
 * Clones the readings, as messages of helpers are cloned. Otherwise, a title that is a slice of the
 * text of its page keeps the whole text in memory: ten kilobytes for each page.
 */
function detached(read: PageReader): PageReader {
	return (sources) => structuredClone(read(sources));
}

function readerOf(
	siteFolder: string,
	markdown: SiteConfig["markdown"],
	current: SharedArrayBuffer | undefined,
): PageReader {
	const { resolve: resolveIcon } = iconsOf(siteFolder);
	const options = {
		...{ ...markdown, resolveIcon },
		// Props of the folder's islands are not checked: their schemas are code, which does not run here.
		checkIsland: (name: string, props: Readonly<Record<string, string>>) =>
			markdown.code?.islands.includes(name) === true ? undefined : checkIsland(name, props),
	};
	return createPageReader(siteFolder, options, new CurrentFile(current));
}

function iconsOf(siteFolder: string) {
	const siteIcons = createSiteIcons({ siteFolder, warn: (message) => log.warn({}, message) });
	return { siteIcons, resolve: openIconLibrary({ siteIcons, log }).resolve };
}

function logAt(level: "warn" | "error") {
	return (details: object, message: string): void => {
		const texts = Object.entries(details).map(([key, value]) => [key, String(value)] as const);
		post({ kind: "log", level, message, details: Object.fromEntries(texts) });
	};
}

function post(message: FromContentThread): void {
	port?.postMessage(message);
}
