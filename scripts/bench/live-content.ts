import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { thriftOf } from "../start/thrift.ts";
import { freePort } from "./free-port.ts";

/**
 * Measures content that changes under a running site: start, memory, from a save to what
 * visitors get, and what visitors notice while everything is read anew.
 *
 * `node scripts/bench/live-content.ts [pages …] [--build {folder}]`; the sizes are 300, 1000 and
 * 10000 without any. The pages are those of two real documentations, each copy made another
 * page by a line of its own.
 */
const ROOT = dirname(dirname(import.meta.dirname));

const SOURCES = ["node_modules/react-router/docs", "node_modules/fastify/docs"];

const SAVES = 30;

interface Sample {
	readonly pages: number;
	readonly firstStartMs: number;
	readonly secondStartMs: number;
	readonly residentMb: number;
	readonly residentAfterReloadMb: number;
	readonly savedMedianMs: number;
	readonly savedP99Ms: number;
	readonly reloadMs: number;
	readonly reloadRequestP99Ms: number;
	readonly reloadRequestMaxMs: number;
	readonly reloadStallMs: number;
	readonly failures: number;
}

async function measure(pages: number, buildFolder: string): Promise<Sample> {
	const folder = await mkdtemp(join(tmpdir(), "loggia-bench-"));
	try {
		const files = await writePages(join(folder, "site"), pages);
		const first = await startSite(folder, buildFolder);
		// So that what was parsed is stored.
		await delay(6000);
		await first.stop();
		const site = await startSite(folder, buildFolder);
		await delay(3000);
		const residentMb = await residentMbOf(site.process);
		const saves = await saveAndWait(site.url, join(folder, "site/pages/index.md"));
		const reload = await reloadEverything(site.url, files);
		await delay(3000);
		const residentAfterReloadMb = await residentMbOf(site.process);
		await site.stop();
		return {
			pages,
			firstStartMs: first.readyMs,
			secondStartMs: site.readyMs,
			residentMb,
			residentAfterReloadMb,
			savedMedianMs: quantile(saves, 0.5),
			savedP99Ms: quantile(saves, 0.99),
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
		await delay(5);
	}
	const readyMs = performance.now() - startedMs;
	return {
		url,
		process: child,
		readyMs,
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
		await delay(100 + Math.random() * 400);
	}
	return times;
}

type Reload = Pick<
	Sample,
	"reloadMs" | "reloadRequestP99Ms" | "reloadRequestMaxMs" | "reloadStallMs" | "failures"
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
	for (const file of files) await writeFile(file, `${await readFile(file, "utf8")}\nChanged.\n`);
	const last = files.at(-1) ?? "";
	const path = last
		.slice(last.indexOf("/pages/") + "/pages".length)
		.replace(/(?:\/index)?\.md$/i, "");
	const startedMs = performance.now();
	while (!(await (await fetch(url + path)).text()).includes("Changed.")) await delay(20);
	const reloadMs = performance.now() - startedMs;
	over.abort();
	await Promise.all([asking, probing]);
	return {
		reloadMs,
		reloadRequestP99Ms: quantile(times, 0.99),
		reloadRequestMaxMs: Math.max(...times),
		reloadStallMs: stallMs,
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
const sizes = words.filter((word) => /^\d+$/.test(word)).map(Number);
for (const pages of sizes.length > 0 ? sizes : [300, 1000, 10_000]) {
	const sample = await measure(pages, build);
	const rounded = Object.entries(sample).map(([key, value]) => [key, Math.round(value * 10) / 10]);
	process.stdout.write(`${JSON.stringify(Object.fromEntries(rounded))}\n`);
}
