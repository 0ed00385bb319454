import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { thriftOf } from "../start/thrift.ts";
import { freePort } from "./free-port.ts";
import { describeMachine } from "./machine.ts";

/**
 * Measures content that changes under a running site: start with nothing stored and with all
 * stored, memory at rest, from a save to what visitors get, from a mistake to its name, and what
 * visitors notice while everything is read anew.
 *
 * `node scripts/bench/live-content.ts [pages …] [--build {folder}]`; the sizes are 300, 1000 and
 * 10000 without any. The pages are those of two real documentations, each copy made another
 * page by a line of its own. One line of JSON a size, in milliseconds and megabytes.
 */
const ROOT = dirname(dirname(import.meta.dirname));

const SOURCES = ["node_modules/react-router/docs", "node_modules/fastify/docs"];

/** So many that the 99th percentile is not the worst. */
const SAVES = 120;

/** How often each mistake is made. */
const MISTAKES = 5;

const FIRST_VIEWS = 120;

/** Whoever asks for more takes a tenth of the processor from the start that is measured. */
const ASK_EVERY_MS = 25;

interface Sample {
	readonly pages: number;
	/** Until `/readyz` says so, with nothing stored; and the processor time of all threads. */
	readonly emptyStartMs: number;
	readonly emptyStartProcessorMs: number;
	/** The first answer of a page after that: its code is highlighted meanwhile. */
	readonly firstViewMedianMs: number;
	readonly firstViewP99Ms: number;
	/** With everything stored by the process before. */
	readonly storedStartMs: number;
	readonly storedStartProcessorMs: number;
	/** At rest after the stored start. */
	readonly residentMb: number;
	readonly residentAfterReloadMb: number;
	readonly savedMedianMs: number;
	readonly savedP99Ms: number;
	/** From a mistake to its problem at `/readyz`. */
	readonly namedMedianMs: number;
	readonly namedP99Ms: number;
	/** The same for a page that takes the parser longer than it may. */
	readonly namedTooLongMs: number;
	/** From the last of all pages being written to its being served. */
	readonly reloadMs: number;
	readonly reloadRequestP99Ms: number;
	readonly reloadRequestMaxMs: number;
	/** The longest wait for the health check, seen from outside. */
	readonly reloadStallMs: number;
	/** The worst second of the event loop's own delay, at its 99th percentile. */
	readonly reloadLoopDelayP99Ms: number;
	readonly failures: number;
}

async function measure(pages: number, buildFolder: string): Promise<Sample> {
	const folder = await mkdtemp(join(tmpdir(), "loggia-bench-"));
	try {
		const files = await writePages(join(folder, "site"), pages);
		// What is still on its way to the disk would be part of the first start.
		execFileSync("sync");
		const first = await startSite(folder, buildFolder);
		const firstViews = await viewFirst(first.url, files);
		await storedIn(join(folder, "data"));
		await first.stop();
		const site = await startSite(folder, buildFolder);
		await delay(3000);
		const residentMb = await residentMbOf(site.process);
		const saves = await saveAndWait(site.url, join(folder, "site/pages/index.md"));
		const named = await makeMistakes(site.url, join(folder, "site/pages/0-mistake.md"));
		const reload = await reloadEverything(site.url, files);
		await delay(3000);
		const residentAfterReloadMb = await residentMbOf(site.process);
		await site.stop();
		return {
			pages,
			emptyStartMs: first.readyMs,
			emptyStartProcessorMs: first.processorMs,
			firstViewMedianMs: quantile(firstViews, 0.5),
			firstViewP99Ms: quantile(firstViews, 0.99),
			storedStartMs: site.readyMs,
			storedStartProcessorMs: site.processorMs,
			residentMb,
			residentAfterReloadMb,
			savedMedianMs: quantile(saves, 0.5),
			savedP99Ms: quantile(saves, 0.99),
			namedMedianMs: quantile(named.times, 0.5),
			namedP99Ms: quantile(named.times, 0.99),
			namedTooLongMs: named.tooLongMs,
			...reload,
		};
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** @returns The files that were written, without the home page. */
async function writePages(folder: string, pages: number): Promise<readonly string[]> {
	const sources: { readonly name: string; readonly text: string }[] = [];
	for (const source of SOURCES) {
		for (const name of await readdir(join(ROOT, source), { recursive: true })) {
			if (!name.endsWith(".md")) continue;
			const text = await readFile(join(ROOT, source, name), "utf8");
			sources.push({ name: join(source.split("/")[1] ?? "", name), text });
		}
	}
	await mkdir(join(folder, "pages"), { recursive: true });
	await writeFile(join(folder, "site.yaml"), "name: Bench\nurl: https://example.org\n");
	await writeFile(join(folder, "pages/index.md"), "# Home\n");
	const written: string[] = [];
	for (let index = 0; index < pages; index += 1) {
		const source = sources[index % sources.length];
		if (source === undefined) throw new Error("The documentations must be installed");
		const copy = Math.floor(index / sources.length);
		const file = join(folder, "pages", `copy-${copy}`, source.name);
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, `${source.text}\n\nThis is page ${index}.\n`);
		written.push(file);
	}
	return written;
}

interface StartedSite {
	readonly url: string;
	readonly process: ChildProcess;
	readonly readyMs: number;
	/** Of all threads, until it was ready. */
	readonly processorMs: number;
	readonly stop: () => Promise<void>;
}

async function startSite(folder: string, buildFolder: string): Promise<StartedSite> {
	const port = await freePort();
	const url = `http://127.0.0.1:${port}`;
	const startedMs = performance.now();
	const child = spawn(process.execPath, [join(buildFolder, "server/main.js")], {
		env: {
			...thriftOf(join(folder, "data")),
			HOST: "127.0.0.1",
			PORT: String(port),
			SITE_DIR: join(folder, "site"),
			DATA_DIR: join(folder, "data"),
			LOG_LEVEL: "error",
		},
		stdio: ["ignore", "ignore", "inherit"],
	});
	while (!(await isOk(`${url}/readyz`))) {
		if (child.exitCode !== null) throw new Error(`The site ended with ${child.exitCode}`);
		await delay(ASK_EVERY_MS);
	}
	const readyMs = performance.now() - startedMs;
	return {
		url,
		process: child,
		readyMs,
		processorMs: await processorMsOf(child),
		async stop() {
			child.kill("SIGTERM");
			await once(child, "exit");
		},
	};
}

async function isOk(url: string): Promise<boolean> {
	return fetch(url).then(
		async (response) => {
			await response.arrayBuffer();
			return response.ok;
		},
		() => false,
	);
}

/** The kernel counts in hundredths of a second. */
async function processorMsOf({ pid }: ChildProcess): Promise<number> {
	const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).split(") ")[1]?.split(" ") ?? [];
	return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function storedIn(dataFolder: string): Promise<void> {
	while (!(await readdir(dataFolder)).includes("parsed-pages")) await delay(100);
}

async function residentMbOf({ pid }: ChildProcess): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, "utf8");
	return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** @returns Milliseconds from each save to the first answer with what was saved. */
async function saveAndWait(url: string, file: string): Promise<readonly number[]> {
	const times: number[] = [];
	for (let save = 0; save < SAVES; save += 1) {
		const word = `Saved ${save} times.`;
		await writeFile(file, `# Home\n\n${word}\n`);
		const startedMs = performance.now();
		while (!(await (await fetch(url)).text()).includes(word)) await delay(5);
		times.push(performance.now() - startedMs);
		// Authors do not save in step with anything of ours.
		await delay(50 + Math.random() * 200);
	}
	return times;
}

/** @returns Milliseconds to the first answer of pages all over the site. */
async function viewFirst(url: string, files: readonly string[]): Promise<readonly number[]> {
	const times: number[] = [];
	const step = Math.max(1, Math.floor(files.length / FIRST_VIEWS));
	for (let index = 0; index < files.length; index += step) {
		const startedMs = performance.now();
		await (await fetch(url + pathOf(files[index] ?? ""))).text();
		times.push(performance.now() - startedMs);
	}
	return times;
}

/** What authors and tools do wrong to a page. */
const WRONG: readonly (string | Buffer)[] = [
	"---\ntitle: [open\n---\n# Page\n",
	Buffer.from([0x23, 0x20, 0xff, 0xfe, 0x0a]),
	"# Page\0\n",
	"x".repeat(3_000_000),
	`---\ntitle: ${"x".repeat(1e6)}\n---\n`,
];

interface Named {
	readonly times: readonly number[];
	readonly tooLongMs: number;
}

async function makeMistakes(url: string, file: string): Promise<Named> {
	const times: number[] = [];
	for (let round = 0; round < MISTAKES; round += 1) {
		for (const wrong of WRONG) times.push(await makeMistake(url, file, wrong));
	}
	const footnotes = Array.from({ length: 75_000 }, (_, at) => `[^${at}] x\n\n[^${at}]: y\n`);
	const tooLongMs = await makeMistake(url, file, footnotes.join("\n"));
	await rm(file);
	return { times, tooLongMs };
}

/** @returns Milliseconds from the save to the problem. */
async function makeMistake(url: string, file: string, wrong: string | Buffer): Promise<number> {
	await writeFile(file, `# Page\n\n${performance.now()}\n`);
	while (await hasProblem(url, basename(file))) await delay(10);
	await delay(300);
	await writeFile(file, wrong);
	const startedMs = performance.now();
	while (!(await hasProblem(url, basename(file)))) await delay(5);
	return performance.now() - startedMs;
}

async function hasProblem(url: string, name: string): Promise<boolean> {
	return (await (await fetch(`${url}/readyz`)).text()).includes(name);
}

/** The path of a page by its file; none of these has a number before its name. */
function pathOf(file: string): string {
	return file.slice(file.indexOf("/pages/") + "/pages".length).replace(/(?:\/index)?\.md$/i, "");
}

type Reload = Pick<
	Sample,
	| "reloadMs"
	| "reloadRequestP99Ms"
	| "reloadRequestMaxMs"
	| "reloadStallMs"
	| "reloadLoopDelayP99Ms"
	| "failures"
>;

/** Changes every page, and asks for one of them all the while. */
async function reloadEverything(url: string, files: readonly string[]): Promise<Reload> {
	const times: number[] = [];
	let stallMs = 0;
	let failures = 0;
	const over = new AbortController();
	const asking = (async () => {
		while (!over.signal.aborted) {
			const startedMs = performance.now();
			if (!(await isOk(`${url}/copy-0/fastify/Guides/Getting-Started`))) failures += 1;
			times.push(performance.now() - startedMs);
			await delay(5);
		}
	})();
	// The health check does nothing: whatever it waits for, it waits for the thread.
	const probing = (async () => {
		while (!over.signal.aborted) {
			const startedMs = performance.now();
			await isOk(`${url}/healthz`);
			stallMs = Math.max(stallMs, performance.now() - startedMs);
			await delay(2);
		}
	})();
	let loopDelayP99Ms = 0;
	const listening = (async () => {
		while (!over.signal.aborted) {
			const text = await (await fetch(`${url}/metrics`)).text();
			const seconds = Number(/^event_loop_delay_p99_seconds (\S+)$/m.exec(text)?.[1] ?? Number.NaN);
			loopDelayP99Ms = Math.max(loopDelayP99Ms, seconds * 1000);
			await delay(300);
		}
	})();
	for (const file of files) await writeFile(file, `${await readFile(file, "utf8")}\nChanged.\n`);
	const path = pathOf(files.at(-1) ?? "");
	const startedMs = performance.now();
	while (!(await (await fetch(url + path)).text()).includes("Changed.")) await delay(20);
	const reloadMs = performance.now() - startedMs;
	over.abort();
	await Promise.all([asking, probing, listening]);
	return {
		reloadMs,
		reloadRequestP99Ms: quantile(times, 0.99),
		reloadRequestMaxMs: Math.max(...times),
		reloadStallMs: stallMs,
		reloadLoopDelayP99Ms: loopDelayP99Ms,
		failures,
	};
}

function quantile(values: readonly number[], share: number): number {
	const sorted = values.toSorted((one, other) => one - other);
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

const words = process.argv.slice(2);
const buildAt = words.indexOf("--build");
const build = buildAt === -1 ? join(ROOT, "dist") : (words[buildAt + 1] ?? "");
process.stdout.write(`${describeMachine()}\n`);
const sizes = words.filter((word) => /^\d+$/.test(word)).map(Number);
for (const pages of sizes.length > 0 ? sizes : [300, 1000, 10_000]) {
	const sample = await measure(pages, build);
	const rounded = Object.entries(sample).map(([key, value]) => [key, Math.round(value * 10) / 10]);
	process.stdout.write(`${JSON.stringify(Object.fromEntries(rounded))}\n`);
}
