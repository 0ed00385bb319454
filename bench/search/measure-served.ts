import { existsSync } from "node:fs";
import { appendFile, cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { ensureBuild } from "../../scripts/build.ts";
import { MEMORY_ENVIRONMENT } from "../../scripts/start/service-process.ts";
import { freePort } from "../../test/support/free-port.ts";
import { type PinnedProcess, pinLoad, startPinned } from "../http/pinned-process.ts";

/** Figures of the search over HTTP, with the server on one core. */
export interface ServedSearch {
	/** Each question is different. */
	readonly different: ServedLoad;
	/** Letter by letter, with some questions more frequent than others. */
	readonly typed: ServedLoad;
	/** Additional memory of searches in a process that has served its pages before. */
	readonly moreMemoryMb: number;
	/** From writing a file to the first answer with its page: the maximum of the rounds. */
	readonly newPageToFoundMs: number;
	/** The same for words that are added to an existing page. */
	readonly savedToFoundMs: number;
}

export interface ServedLoad {
	readonly p50Ms: number;
	readonly p95Ms: number;
	readonly longestMs: number;
	/** Processor time of the whole process for one search; excludes other work on the machine. */
	readonly processorMs: number;
	/** Answers that were not 200. */
	readonly failed: number;
}

export interface ServedSearchOptions {
	readonly siteFolder: string;
	/** Paths of pages that are requested before, so that general memory of requests is not counted. */
	readonly paths: readonly string[];
	/** Sent in turns, so that no answer is cached. */
	readonly questions: readonly string[];
	/** Prefixes, in the order in which readers type them. */
	readonly typed: readonly string[];
}

const SEARCHES_PER_SECOND = 200;
const LOAD_MS = 20_000;
const SAVES = 10;
/** A shorter interval would use much of the core that also reads the saved file. */
const ASK_EVERY_MS = 40;
const ROOT = join(import.meta.dirname, "../..");

export async function measureServed({
	siteFolder,
	paths,
	questions,
	typed,
}: ServedSearchOptions): Promise<ServedSearch> {
	await ensureBuild(ROOT);
	const folder = await mkdtemp(join(tmpdir(), "bench-search-"));
	const site = join(folder, "site");
	// The measurement writes to the copy.
	await cp(siteFolder, site, { recursive: true, verbatimSymlinks: true });
	pinLoad();
	const port = await freePort();
	const server = await startPinned({
		args: [join(ROOT, "dist/server/main.js")],
		port,
		readyPath: "/readyz",
		environment: {
			...{ HOST: "127.0.0.1", PORT: String(port), LOG_LEVEL: "error" },
			...{ SITE_DIR: site, DATA_DIR: join(folder, "data") },
			...MEMORY_ENVIRONMENT,
		},
	});
	try {
		const origin = `http://127.0.0.1:${port}`;
		await untilIndexed(server);
		for (const path of paths) await (await fetch(origin + path)).arrayBuffer();
		const before = server.memoryMb();
		const different = await loadSearch(origin, questions, server);
		const moreMemoryMb = server.memoryMb() - before;
		return {
			different,
			typed: await loadSearch(origin, typed, server),
			moreMemoryMb,
			newPageToFoundMs: await saveAndFind(origin, site, (round) => `page-${round}`),
			savedToFoundMs: await saveAndFind(origin, site, () => "saved"),
		};
	} finally {
		await server.stop();
		await rm(folder, { recursive: true, force: true });
	}
}

/** The index is built in the background: it is complete when the process is idle. */
async function untilIndexed(server: PinnedProcess): Promise<void> {
	let before = -1;
	while (server.cpuSeconds() - before > 0.1) {
		before = server.cpuSeconds();
		await setTimeout(2000);
	}
}

async function loadSearch(
	origin: string,
	questions: readonly string[],
	server: PinnedProcess,
): Promise<ServedLoad> {
	const cpuBefore = server.cpuSeconds();
	const times: number[] = [];
	let failed = 0;
	const ask = async (index: number): Promise<void> => {
		const question = encodeURIComponent(questions[index % questions.length] ?? "");
		const startedAt = performance.now();
		const response = await fetch(`${origin}/api/search?q=${question}`);
		await response.arrayBuffer();
		times.push(performance.now() - startedAt);
		if (response.status !== 200) failed += 1;
	};
	const startedAt = performance.now();
	const asked: Promise<void>[] = [];
	while (performance.now() - startedAt < LOAD_MS) {
		const due = ((performance.now() - startedAt) * SEARCHES_PER_SECOND) / 1000;
		while (asked.length < due) asked.push(ask(asked.length));
		await setTimeout(1);
	}
	await Promise.all(asked);
	const processorMs = ((server.cpuSeconds() - cpuBefore) * 1000) / times.length;
	times.sort((one, other) => one - other);
	return {
		p50Ms: times[Math.floor(times.length * 0.5)] ?? Number.NaN,
		p95Ms: times[Math.floor(times.length * 0.95)] ?? Number.NaN,
		longestMs: times.at(-1) ?? Number.NaN,
		processorMs,
		failed,
	};
}

async function saveAndFind(
	origin: string,
	site: string,
	nameOf: (round: number) => string,
): Promise<number> {
	const pages = existsSync(join(site, "pages")) ? join(site, "pages") : site;
	let longest = 0;
	for (let round = 0; round < SAVES; round += 1) {
		const name = nameOf(round);
		const word = `${name.replace(/\W.*/, "")}zweihundertvierundsiebzig${"abcdefghij"[round]}`;
		const startedAt = performance.now();
		await appendFile(join(pages, `${name}.md`), `\n${word}\n`);
		while (!(await names(`${origin}/api/search?q=${word}`, name))) await setTimeout(ASK_EVERY_MS);
		longest = Math.max(longest, performance.now() - startedAt);
	}
	return longest;
}

async function names(url: string, path: string): Promise<boolean> {
	const response = await fetch(url);
	return (await response.text()).includes(path);
}
