/**
 * Measures the product's handbook in Chromium as visitors on a slow phone experience it, and prints
 * Markdown. `--json {file}` also writes all figures. `--no-lighthouse` skips the longest part,
 * `--only-lighthouse` skips the others. `--write` writes the tables into the handbook.
 * `--quick` only checks that everything runs.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { ensureBuild } from "../scripts/build.ts";
import { chromiumOptions, ensureChromium } from "../test/support/chromium.ts";
import { freePort } from "../test/support/free-port.ts";
import { createBareBuild } from "./browser/bare-build.ts";
import { measureNavigations } from "./browser/measure-navigations.ts";
import { measureStartsInTurns } from "./browser/measure-start.ts";
import { measureVisits } from "./browser/measure-visits.ts";
import { type PageResult, renderBrowserReport } from "./browser/render-browser-report.ts";
import { type LighthouseScores, runLighthouse } from "./browser/run-lighthouse.ts";
import { type PinnedProcess, startPinned } from "./http/pinned-process.ts";
import { describeMachine } from "./machine.ts";
import { BROWSER_REPORT, writeReport } from "./write-report.ts";

/** The index and the longest page of the handbook, each with the target of a navigation. */
const PAGES = [
	{ path: "/", target: "/start" },
	{ path: "/reference/settings", target: "/reference/markdown" },
] as const;

/** Prefetching starts a second after the app is ready, and ends within this time. */
const WATCHED_MS = 3_000;

const root = dirname(import.meta.dirname);
const words = process.argv.slice(2);
const runs = words.includes("--quick") ? 1 : 5;
const jsonFile = words[words.indexOf("--json") + 1];

await ensureBuild(root);
ensureChromium();
const dataFolder = await mkdtemp(join(tmpdir(), "bench-browser-"));
const bareBuild = await createBareBuild(root);
const site = await startSite(join(root, "dist"), await freePort());
const bareSite = await startSite(bareBuild, await freePort());
const debuggingPort = await freePort();
const browser = await chromium.launch(chromiumOptions(`--remote-debugging-port=${debuggingPort}`));
try {
	const results = {
		machine: describeMachine(),
		browser: browser.version(),
		pages: words.includes("--only-lighthouse") ? [] : await measurePages(browser),
		lighthouse: words.includes("--no-lighthouse") ? [] : await judgePages(),
	};
	if (words.includes("--json") && jsonFile !== undefined) {
		await writeFile(jsonFile, `${JSON.stringify(results, undefined, "\t")}\n`);
	}
	if (words.includes("--write")) await writeReport(root, BROWSER_REPORT, results);
	process.stdout.write(renderBrowserReport(results));
} finally {
	await browser.close();
	await site.stop();
	await bareSite.stop();
	await rm(bareBuild, { recursive: true, force: true });
	await rm(dataFolder, { recursive: true, force: true });
}

/** Serves the handbook with the URL under which it is measured, as an operator would set it. */
function startSite(buildFolder: string, port: number): Promise<PinnedProcess> {
	return startPinned({
		args: [join(buildFolder, "server/main.js")],
		port,
		readyPath: "/readyz",
		environment: {
			HOST: "127.0.0.1",
			PORT: String(port),
			SITE_URL: `http://127.0.0.1:${port}`,
			SITE_DIR: join(root, "site"),
			DATA_DIR: dataFolder,
		},
	});
}

async function measurePages(chromiumBrowser: Browser): Promise<readonly PageResult[]> {
	const results: PageResult[] = [];
	for (const { path, target } of PAGES) {
		const visit = { browser: chromiumBrowser, url: origin(site) + path, visits: runs };
		results.push({
			path,
			visit: await measureVisits(visit),
			starts: await measureStartsInTurns(
				{ product: visit.url, bare: origin(bareSite) + path },
				// Each visit takes a few seconds, and a single visit is not significant.
				{ ...visit, debuggingPort, watchedMs: WATCHED_MS, visits: 3 * runs },
			),
			navigation: await measureNavigations({ ...visit, target, rounds: runs }),
		});
	}
	return results;
}

async function judgePages(): Promise<readonly LighthouseScores[]> {
	const results: LighthouseScores[] = [];
	for (const { path } of PAGES) {
		results.push(await runLighthouse({ origin: origin(site), path, debuggingPort, runs }));
	}
	return results;
}

function origin({ port }: PinnedProcess): string {
	return `http://127.0.0.1:${port}`;
}
