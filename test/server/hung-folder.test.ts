import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { hangingFolder } from "../support/hanging-folder.ts";
import { writeSiteFolder } from "../support/site-folder.ts";
import { type RunningSite, startSite } from "../support/start-site.ts";

const DEADLINE_SECONDS = 5;

/** Of an answer that waits for no disk; one that does is given up after five seconds. */
const AT_ONCE_MS = 2000;

const FILES = {
	"site.yaml": "name: Example\n",
	"pages/index.md": `# Home\n\n${"Words that are worth coding. ".repeat(100)}\n`,
	"pages/guide.md": "# Guide\n",
	"public/small.txt": "small",
	"public/large.bin": Buffer.alloc(8_000_000, "x"),
	"icons/star.svg": '<svg viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>',
};

test("on a disk that hangs, pages and assets answer as ever, and SIGTERM ends within the deadline", async () => {
	const { disk, site } = await startOnHangingDisk();
	expect(await (await fetch(`${site.url}/small.txt`)).text()).toBe("small");
	const download = await fetch(`${site.url}/large.bin`);
	const script = await scriptOf(site);

	disk.hang();
	const files = Array.from({ length: 12 }, () => statusOf(site, "/small.txt"));
	await expectVisitorsToSee(site, script);
	expect(new Set(await Promise.all(files))).toEqual(new Set([503]));
	const waiting = Array.from({ length: 4 }, () => statusOf(site, "/small.txt").catch(() => 0));

	const exited = once(site.process, "exit");
	site.process.kill("SIGTERM");
	// The disk hangs on: without a deadline it would never end.
	await exited;

	await Promise.all(waiting);
	await expect(download.arrayBuffer()).rejects.toThrow();
});

test("when a disk answers again, its files are served again", async () => {
	const { disk, site } = await startOnHangingDisk();
	disk.hang();
	expect(await statusOf(site, "/small.txt")).toBe(503);

	disk.answer();

	await expect.poll(() => statusOf(site, "/small.txt")).toBe(200);
	expect(await site.stop()).toBe(0);
});

test.each([
	"public/small.txt",
	"pages/guide.md",
	"site.yaml",
	"icons/star.svg",
])("a pipe that is renamed over %s holds up nothing, and no exit", async (file) => {
	const folder = await writeSiteFolder(FILES);
	const site = await startIn(folder);
	const script = await scriptOf(site);
	execFileSync("mkfifo", [join(folder, "pipe")]);

	await rename(join(folder, "pipe"), join(folder, file));

	await expectVisitorsToSee(site, script);
	expect(await statusOf(site, "/large.bin")).toBe(200);
	expect(await statusOf(site, "/api/_nuxt_icon/site.json?icons=star")).toBe(200);
	expect(await site.stop()).toBe(0);
});

async function startOnHangingDisk() {
	const folder = await writeSiteFolder(FILES);
	const disk = hangingFolder(folder);
	return { disk, site: await startIn(folder, disk.environment) };
}

async function startIn(siteFolder: string, more = {}): Promise<RunningSite> {
	const site = await startSite({
		siteFolder,
		environment: { SHUTDOWN_DEADLINE_SECONDS: String(DEADLINE_SECONDS), ...more },
	});
	onTestFinished(() => void site.process.kill("SIGKILL"));
	return site;
}

async function scriptOf({ url }: RunningSite): Promise<string> {
	const [, script = ""] =
		/<link rel="app-module" href="([^"]+)"/.exec(await textOf(`${url}/`)) ?? [];
	return script;
}

let asked = 0;

/** All that lies elsewhere is answered at once: rendered and coded anew, and as it was kept. */
async function expectVisitorsToSee({ url }: RunningSite, script: string): Promise<void> {
	const tookMs: number[] = [];
	while (tookMs.length < 20) {
		asked += 1;
		const startedMs = performance.now();
		const kept = ["/", "/_payload.json", script, "/api/_nuxt_icon/site.json?icons=star"];
		const paths = [...kept, `/?page=${asked}`, `/none-${asked}`];
		const statuses = await Promise.all(paths.map(async (path) => (await fetch(url + path)).status));
		tookMs.push(performance.now() - startedMs);
		expect(statuses).toEqual([200, 200, 200, 200, 200, 404]);
	}
	// The machine may stand still for a while, but not for all of them.
	expect(Math.min(...tookMs)).toBeLessThan(AT_ONCE_MS);
}

async function textOf(address: string): Promise<string> {
	return (await fetch(address)).text();
}

async function statusOf({ url }: RunningSite, path: string): Promise<number> {
	const response = await fetch(url + path);
	await response.arrayBuffer();
	return response.status;
}
