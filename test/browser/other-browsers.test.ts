import { expect, onTestFinished, test } from "vitest";
import { PROJECT_KEY } from "../support/analytics-service.ts";
import type { DrivenTab } from "../support/browsers/driven-tab.ts";
import { findFirefox } from "../support/browsers/firefox.ts";
import { type SwitchedProxy, startSwitchedProxy } from "../support/browsers/switched-proxy.ts";
import { findWebKit } from "../support/browsers/webkit.ts";
import { isLong, lengthsOf } from "../support/lengths.ts";
import { PATIENCE_MS } from "../support/patience.ts";
import { startTestSite } from "../support/start-test-site.ts";
import { contradictionOf, type Sight, see, TITLES } from "./histories/contradiction-of.ts";
import {
	type Action,
	type GeneratedHistory,
	generateHistory,
} from "./histories/generated-history.ts";
import { reportShown } from "./histories/report-shown.ts";

const { histories } = lengthsOf("test/browser/other-browsers.test.ts");

/** Names the one history to run, as a failure prints it. */
const SEED = process.env["HISTORY_SEED"];

const LOOK_EVERY_MS = 100;
const LOOKS_AT_REST = 6;

const FILES = {
	"site.yaml": "name: Example\nfreshness: {pollSeconds: 3600}\n",
	"pages/index.md":
		"# Home\n\nWelcome to the index.\n\n[About](/about) [Moved](/moved#part)\n\n## Part\n",
	"pages/about.md": "# About\n\nAll about this site.\n\n[Home](/) [Long](/long)\n\n## Part\n",
	"pages/long.md": "# Long\n\nA long story.\n\n[Home](/)\n\n## Part\n",
	"pages/moved.md": "---\nredirect: /long\nnavigation: false\n---\n",
};

const BROWSERS = [
	["Firefox", findFirefox()],
	["WebKitGTK", findWebKit()],
] as const;

test.each(
	BROWSERS,
)("whatever happens to a tab of %s, it rests with a page that is what it says, and counts all", async (name, found) => {
	if (found === undefined) {
		console.warn(`${name} is not installed: its histories are skipped`);
		return;
	}
	const site = await startTestSite(FILES, { POSTHOG_KEY: PROJECT_KEY });
	const script = `(${String(reportShown)})(${JSON.stringify(TITLES)})`;
	const proxy = await startSwitchedProxy(site.url, { script });
	onTestFinished(proxy.close);
	const tab = await found.open();
	onTestFinished(tab.close);
	const first = Number(SEED ?? (isLong ? Math.floor(Math.random() * 1_000_000_000) : 1));
	const seeds = Array.from({ length: SEED === undefined ? histories : 1 }, (_, add) => first + add);

	const failures: string[] = [];
	for (const seed of seeds) {
		const history = generateHistory(seed);
		const wrong = await runHistory(tab, proxy, { ...history, seed });
		if (wrong === "") continue;
		const again = `HISTORY_SEED=${seed} npm run test:long -- test/browser/other-browsers.test.ts`;
		failures.push(`${wrong}\n${JSON.stringify(history.steps)}\nRun it again: ${again}`);
	}

	expect(failures.join("\n\n")).toBe("");
});

/** @returns What went wrong, or nothing. */
async function runHistory(
	tab: DrivenTab,
	proxy: SwitchedProxy,
	{ steps, seed }: GeneratedHistory & { readonly seed: number },
): Promise<string> {
	try {
		proxy.set("up");
		proxy.forgetViews();
		// Another address: for the same one, the browser would keep what lies ahead in its history.
		await tab.goto(`${proxy.url}/?history=${seed}`);
		await comesToRest(tab, proxy, "/");
		let isAway = false;
		for (const [step, pauseMs] of steps) {
			if (step.do === "server") {
				isAway = ["down", "gateway", "stalled"].includes(step.mode);
				proxy.set(step.mode);
			} else if (!isAway || step.do === "click") {
				await carryOut(tab, step);
			}
			await new Promise((resolve) => setTimeout(resolve, pauseMs));
		}
		proxy.set("up");
		const { path } = await comesToRest(tab, proxy);
		const next = path === "/about" ? "/long" : "/about";
		await follow(tab, next);
		await comesToRest(tab, proxy, next);
		await tab.evaluate(() => history.back());
		await comesToRest(tab, proxy, path);
		await countsEachPage(proxy);
		return "";
	} catch (cause) {
		return cause instanceof Error ? cause.message : String(cause);
	}
}

/** Other actions need a browser that a test can tell more. */
async function carryOut(tab: DrivenTab, action: Action): Promise<void> {
	if (action.do === "click") return follow(tab, action.path);
	if (action.do === "step") {
		return tab.evaluate((delta: number) => {
			// Not out of the site, to the page that the browser began with.
			if (history.state?.idx + delta >= 0) history.go(delta);
		}, action.delta);
	}
	if (action.do === "type-hash") {
		await tab.evaluate(() => {
			location.hash = "part";
		});
	}
}

async function follow(tab: DrivenTab, path: string): Promise<void> {
	await tab.evaluate((href: string) => {
		const hasApp = Object.keys(document.querySelector("#app") ?? {}).length > 0;
		if (!hasApp) return;
		const link = Object.assign(document.createElement("a"), { href });
		document.body.append(link);
		link.click();
		link.remove();
	}, path);
}

/** @param path Where it must be by then; absent: wherever. */
async function comesToRest(tab: DrivenTab, proxy: SwitchedProxy, path?: string): Promise<Sight> {
	const endMs = Date.now() + PATIENCE_MS;
	let last: Sight | undefined;
	let looks = 0;
	for (;;) {
		const seen = await see(tab);
		const address = path === undefined || seen?.path === path ? "" : `address ${seen?.path}`;
		const wrong = contradictionOf(seen) || address;
		const isQuiet = wrong === "" && proxy.underWay() === 0;
		looks = isQuiet && seen?.path === last?.path ? looks + 1 : 0;
		if (seen !== undefined && looks >= LOOKS_AT_REST) return seen;
		if (Date.now() > endMs) throw new Error(`it does not come to rest: ${wrong || "requests"}`);
		last = isQuiet ? seen : undefined;
		await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
	}
}

/** Waits until each page that was shown is counted: the client collects views for some seconds. */
async function countsEachPage({ views }: SwitchedProxy): Promise<void> {
	const wanted = (): string => withoutRepeats(views().shown);
	await expect
		.poll(() => withoutRepeats(views().counted) === wanted())
		.toBe(true)
		.catch(() => {
			throw new Error(
				`it has counted ${withoutRepeats(views().counted)}, and has shown ${wanted()}`,
			);
		});
}

/** A reload counts once more, and so does a page that is shown from the browser's memory. */
function withoutRepeats(paths: readonly string[]): string {
	return paths.filter((path, index) => path !== paths[index - 1]).join(" ");
}
