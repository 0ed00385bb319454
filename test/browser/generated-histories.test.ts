import { type Browser, chromium } from "playwright-core";
import { expect, test } from "vitest";
import { chromiumOptions } from "../support/chromium.ts";
import { isLong, lengthsOf } from "../support/lengths.ts";
import { PATIENCE_MS } from "../support/patience.ts";
import { type ServerMode, type SwitchedServer, switchServer } from "../support/server-switch.ts";
import { startTestSite } from "../support/start-test-site.ts";
import {
	contradictionAfterClick,
	contradictionOf,
	type Sight,
	see,
} from "./histories/contradiction-of.ts";
import { type GeneratedHistory, generateHistory } from "./histories/generated-history.ts";
import { carryOut, follow, openTab, show, type VisitedTab } from "./histories/visited-tab.ts";

const { histories } = lengthsOf("test/browser/generated-histories.test.ts");

/** Names the one history to run, as a failure prints it. */
const SEED = process.env["HISTORY_SEED"];

/** They wait more than they work. */
const AT_ONCE = 4;

/** Longer than a frame, and than the browser needs for a step through its history. */
const LOOK_EVERY_MS = 100;

/** A navigation that begins shows nothing for 200 ms, and another one may follow it. */
const LOOKS_AT_REST = 6;

/** A document that was on its way while the server went is the browser's to answer for. */
const ON_ITS_WAY_MS = 1500;

const LONG = "Text that fills the page.\n\n".repeat(60);

const FILES = {
	"site.yaml": "name: Example\nfreshness: {pollSeconds: 3600}\n",
	"pages/index.md": `# Home\n\nWelcome to the index.\n\n[About](/about) [Moved](/moved#part)\n\n${LONG}## Part\n`,
	"pages/about.md": `# About\n\nAll about this site.\n\n[Home](/) [Long](/long)\n\n${LONG}## Part\n\n${LONG}`,
	"pages/long.md": `# Long\n\nA long story.\n\n[Home](/)\n\n${LONG}## Part\n\n${LONG}`,
	"pages/moved.md": "---\nredirect: /long\nnavigation: false\n---\n",
	"public/elsewhere.html": "<!doctype html><title>Elsewhere</title><h1>Elsewhere</h1>",
};

const AWAY: readonly ServerMode[] = ["down", "gateway", "stalled"];

test("whatever happens to a tab, it comes to rest with a page that is what it says", async () => {
	const site = await startTestSite(FILES);
	await using browser = await openBrowser();
	// The short form runs the same ones each time: what it finds is of the change that is tried.
	const first = Number(SEED ?? (isLong ? Math.floor(Math.random() * 1_000_000_000) : 1));
	const seeds = Array.from({ length: SEED === undefined ? histories : 1 }, (_, add) => first + add);
	const failures: string[] = [];

	const lanes = Array.from({ length: AT_ONCE }, async () => {
		for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
			const history = generateHistory(seed);
			const found = await runHistory(browser, site.url, history);
			if (found === "") continue;
			const again = `HISTORY_SEED=${seed} npm run test:long -- test/browser/generated-histories.test.ts`;
			failures.push(`${found}\n${JSON.stringify(history)}\nRun it again: ${again}`);
		}
	});
	await Promise.all(lanes);

	expect(failures.join("\n\n")).toBe("");
});

/** One browser with a back-forward cache, which Playwright's own go without. */
function openBrowser(): Promise<Browser> {
	return chromium.launch({
		...chromiumOptions(),
		ignoreDefaultArgs: ["--disable-back-forward-cache"],
	});
}

/** @returns What went wrong, or nothing. */
async function runHistory(
	browser: Browser,
	siteUrl: string,
	{ tabs: count, steps }: GeneratedHistory,
): Promise<string> {
	const context = await browser.newContext();
	const server = await switchServer(context, ON_ITS_WAY_MS);
	context.setDefaultTimeout(PATIENCE_MS);
	const done: string[] = [];
	try {
		const tabs: VisitedTab[] = [];
		for (let number = 1; number <= count; number += 1) {
			tabs.push(await openTab(context, siteUrl));
		}
		let mode: ServerMode = "up";
		for (const [step, pauseMs] of steps) {
			done.push(JSON.stringify(step));
			if (step.do === "server") {
				mode = step.mode;
				server.set(mode);
			} else {
				const tab = tabs[step.tab % count] ?? tabs[0];
				if (tab === undefined) continue;
				await carryOut(tab, step, { server, isAway: AWAY.includes(mode) });
				if (step.do === "reload" && step.from === "away") mode = "up";
			}
			await new Promise((resolve) => setTimeout(resolve, pauseMs));
		}
		server.set("up");
		for (const tab of tabs) await checkAtRest(tab, server);
		return server.lost.length === 0 ? "" : `a readable page was left for ${server.lost.join(", ")}`;
	} catch (cause) {
		return `after ${done.length} steps: ${cause instanceof Error ? cause.message : String(cause)}`;
	} finally {
		await context.close();
	}
}

async function checkAtRest(tab: VisitedTab, server: SwitchedServer): Promise<void> {
	const { page, faults } = tab;
	await despiteNewDocuments(() => show(page, true));
	const before = await comesToRest(tab, server);
	const path = before.path === "/about" ? "/long" : "/about";
	await follow(page, path);
	const after = await comesToRest(tab, server, path);
	const wrong = contradictionAfterClick(before, after, path);
	if (wrong !== "") throw new Error(`after a click on ${path}: ${wrong}`);
	await walkBack(tab, server);
	if (faults.list.length > 0) throw new Error(faults.list.join("\n"));
}

/** A document may take the place of the one that is asked. */
async function despiteNewDocuments(act: () => Promise<void>): Promise<void> {
	for (;;) {
		try {
			return await act();
		} catch (cause) {
			if (!String(cause).includes("Execution context was destroyed")) throw cause;
		}
	}
}

/** The entries behind the last one are those of pages that say what they are. */
async function walkBack(tab: VisitedTab, server: SwitchedServer): Promise<void> {
	for (let steps = 0; steps < 2; steps += 1) {
		const before = await comesToRest(tab, server);
		if (before.index === 0) return;
		await tab.page.evaluate(() => history.back());
		const endMs = Date.now() + PATIENCE_MS;
		for (let seen = before; seen.index !== before.index - 1; ) {
			if (Date.now() > endMs)
				throw new Error(`a step back from ${nameOf(before)}: ${nameOf(seen)}`);
			seen = await comesToRest(tab, server);
		}
	}
}

function nameOf({ path, index, entries, origin }: Sight): string {
	return `${path}, entry ${index} of ${entries}, in the document of ${origin}`;
}

/** @param path Where it must be by then; absent: wherever. */
async function comesToRest(
	{ page }: VisitedTab,
	server: SwitchedServer,
	path?: string,
): Promise<Sight> {
	const endMs = Date.now() + PATIENCE_MS;
	let last: Sight | undefined;
	let looks = 0;
	for (;;) {
		const seen = await see(page);
		const wrong =
			contradictionOf(seen) || (path === undefined || seen?.path === path ? "" : "address");
		const isSame = seen?.path === last?.path && seen?.index === last?.index;
		const isQuiet = wrong === "" && server.underWay() === 0;
		looks = isQuiet && isSame ? looks + 1 : 0;
		if (seen !== undefined && looks >= LOOKS_AT_REST) return seen;
		if (Date.now() > endMs) throw new Error(`it does not come to rest: ${wrong || "requests"}`);
		last = isQuiet ? seen : undefined;
		await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
	}
}
