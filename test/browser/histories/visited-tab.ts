import type { BrowserContext, Page } from "playwright-core";
import { collectFaults, type Faults } from "../../support/collect-faults.ts";
import { hydrated } from "../../support/hydrated.ts";
import type { SwitchedServer } from "../../support/server-switch.ts";
import type { Action } from "./generated-history.ts";

export interface VisitedTab {
	readonly page: Page;
	readonly faults: Faults;
}

/** What Chromium says of requests that nothing or a proxy has answered. */
const EXPECTED = /ERR_(EMPTY_RESPONSE|CONNECTION_\w+|FAILED|ABORTED)|status of (404|503)/;

/** Opens the index in a tab that can be hidden, and waits for the app. */
export async function openTab(context: BrowserContext, url: string): Promise<VisitedTab> {
	const page = await context.newPage();
	const faults = await collectFaults(page);
	faults.allow(EXPECTED);
	await page.addInitScript(letTabHide);
	await page.goto(url);
	await hydrated(page);
	return { page, faults };
}

/**
 * Where a document takes the place of another one, the visitor has done it too late.
 *
 * @param isAway Whether the server answers nothing at the moment.
 */
export async function carryOut(
	tab: VisitedTab,
	action: Action,
	state: { readonly server: SwitchedServer; readonly isAway: boolean },
): Promise<void> {
	try {
		await attempt(tab, action, state);
	} catch (cause) {
		if (!String(cause).includes("Execution context was destroyed")) throw cause;
	}
}

async function attempt(
	{ page }: VisitedTab,
	action: Action,
	{ server, isAway }: { readonly server: SwitchedServer; readonly isAway: boolean },
): Promise<void> {
	switch (action.do) {
		case "click":
			return follow(page, action.path, isAway);
		case "step":
			return step(page, action.delta, isAway);
		case "type-hash":
			return page.evaluate(() => {
				location.hash = "part";
			});
		case "hide":
		case "show":
			return show(page, action.do === "show");
		case "reload":
			if (action.from === "server") return isAway ? undefined : reload(page);
			server.set("down");
			await beginAnew(page);
			server.set("up");
			// The page that says so is the browser's own.
			await page.reload();
			return hydrated(page);
		case "leave-and-return":
			return isAway ? undefined : leaveAndReturn(page);
	}
}

/**
 * Clicks a link of its own, without waiting for what comes of it. It lies outside of what React renders:
 * a click inside hydrates the page at once, and React would find a link that it does not know.
 */
export async function follow(page: Page, path: string, isAway = false): Promise<void> {
	await page.evaluate(
		([href, mustBeApp]) => {
			// Before the app is there, links are the browser's to follow.
			const hasApp = Object.keys(document.querySelector("#app") ?? {}).length > 0;
			if (mustBeApp && !hasApp) return;
			const link = document.createElement("a");
			link.href = href;
			document.body.append(link);
			link.click();
			link.remove();
		},
		[path, isAway] as const,
	);
}

export function show(page: Page, isShown: boolean): Promise<void> {
	return page.evaluate((shown) => {
		dispatchEvent(new Event(shown ? "tab-shown" : "tab-hidden"));
	}, isShown);
}

/** Not to the other document, and without a server to none that the browser would have to load. */
function step(page: Page, by: number, isAway: boolean): Promise<void> {
	return page.evaluate(
		([delta, mustBeSame]) => {
			const entry = navigation.entries()[(navigation.currentEntry?.index ?? 0) + delta];
			if (entry?.url == null || entry.url.endsWith("/elsewhere.html")) return;
			if (entry.sameDocument || !mustBeSame) history.go(delta);
		},
		[by, isAway] as const,
	);
}

async function reload(page: Page): Promise<void> {
	await beginAnew(page);
	await hydrated(page);
}

/**
 * Reloads as a page does it, which hears of that before the browser does. By the browser's button it is
 * the other way round: an entry that the page makes in the milliseconds between takes Chromium's list
 * and the page's apart, so that steps lead elsewhere, and no page can know. All else is the same: a click
 * whose answer is on its way, and a document that is about to be loaded.
 */
async function beginAnew(page: Page): Promise<void> {
	const before = await page.evaluate(() => {
		location.reload();
		return performance.timeOrigin;
	});
	await page.waitForFunction((origin) => performance.timeOrigin !== origin, before);
}

async function leaveAndReturn(page: Page): Promise<void> {
	await page.evaluate(() => location.assign("/elsewhere.html"));
	await page.waitForFunction(() => document.title === "Elsewhere");
	// Playwright waits in vain for a document that is not loaded again.
	await page.evaluate(() => history.back());
	await page.waitForFunction(() => document.title !== "Elsewhere");
}

/** Runs in every page: Chromium without a window takes every tab for one that is looked at. */
function letTabHide(): void {
	let isHidden = false;
	Object.defineProperty(document, "hidden", { get: () => isHidden });
	Object.defineProperty(document, "visibilityState", {
		get: () => (isHidden ? "hidden" : "visible"),
	});
	for (const [event, becomesHidden] of [
		["tab-hidden", true],
		["tab-shown", false],
	] as const) {
		addEventListener(event, () => {
			if (isHidden === becomesHidden) return;
			isHidden = becomesHidden;
			document.dispatchEvent(new Event("visibilitychange"));
		});
	}
}
