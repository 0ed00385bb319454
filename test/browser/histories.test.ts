import type { Page } from "playwright-core";
import { beforeAll, describe, expect } from "vitest";
import { test } from "../support/browser-test.ts";
import { hydrated } from "../support/hydrated.ts";
import { switchServer } from "../support/server-switch.ts";
import { openHydrated, recordRequests } from "../support/site-page.ts";
import { startTestSite } from "../support/start-test-site.ts";
import { follow } from "./histories/visited-tab.ts";

const LONG = "Text that fills the page.\n\n".repeat(60);

const FILES = {
	"site.yaml": "name: Example\nfreshness: {pollSeconds: 3600}\n",
	"pages/index.md": `# Home\n\n[About](/about)\n\n${LONG}## Part\n`,
	"pages/about.md": `# About\n\n[Part](#part) [Home](/) [Long](/long)\n\n${LONG}## Part\n\n${LONG}`,
	"pages/long.md": `# Long\n\n[Home](/)\n\n${LONG}## Part\n\n${LONG}`,
};

let url: string;

beforeAll(async () => {
	({ url } = await startTestSite(FILES));
});

const HEADINGS: Readonly<Record<string, string>> = {
	"/": "Home",
	"/about": "About",
	"/long": "Long",
	"/missing": "Page Not Found",
};

/** What Chromium says of requests that the tests do not answer. */
const EXPECTED = /ERR_CONNECTION_REFUSED|ERR_FAILED|status of (404|503)/;

describe("without a server", () => {
	test("the page stays, and the click can be called off, or is finished later", async ({
		page,
		faults,
	}) => {
		faults.allow(EXPECTED);
		const { set: server } = await switchServer(page);
		await openHydrated(page, `${url}/long`);
		server("down");

		await follow(page, "/about");
		await page.locator(".notice", { hasText: "You seem to be offline" }).waitFor();
		expect(page.url()).toBe(`${url}/long`);
		expect(await page.locator("#announcements").textContent()).toContain("offline");
		await page.getByRole("button", { name: "Cancel" }).click();
		expect(await page.locator(".notice").count()).toBe(0);
		expect(await page.evaluate(() => document.activeElement?.localName)).toBe("main");
		expect(await page.locator("#announcements").textContent()).toBe("");

		await follow(page, "/about");
		await page.locator(".notice", { hasText: "You seem to be offline" }).waitFor();
		server("up");

		await shows(page, "/about");
		expect(page.url()).toBe(`${url}/about`);
		await expect.poll(() => page.locator(".notice").count()).toBe(0);
	});

	test("what is fetched after the first second is fetched when the server is back", async ({
		page,
		faults,
		skip,
	}) => {
		faults.allow(EXPECTED);
		skip(!(await retriesImports(page)), "This browser remembers a module that it could not fetch");
		const { set: server } = await switchServer(page);
		const fetchedAhead = recordRequests(page, /\/builds\/meta\//);
		const failed: string[] = [];
		page.on("requestfailed", (request) => failed.push(request.url()));
		await page.route("**/background.*.js", async (route) => {
			await page.unroute("**/background.*.js");
			server("down");
			await route.abort("connectionrefused");
		});
		await openHydrated(page, url);
		await expect.poll(() => failed.join()).toContain("/builds/latest.json");
		server("up");

		await expect.poll(() => fetchedAhead.length).toBeGreaterThan(0);
	});
});

/**
 * Whether the browser fetches a module again whose first request failed: older ones never do. On a blank page, since
 * a page of the site would fetch its own parts beside the next one's.
 */
async function retriesImports(page: Page): Promise<boolean> {
	let requests = 0;
	await page.route("**/blank", (route) => route.fulfill({ contentType: "text/html", body: "" }));
	await page.route("**/retried.js", (route) => {
		requests += 1;
		return requests === 1
			? route.abort("connectionrefused")
			: route.fulfill({ contentType: "text/javascript", body: "export {};" });
	});
	await page.goto(`${url}/blank`);
	// As text, since Vitest would replace the import.
	await page.evaluate('import("/retried.js").catch(() => import("/retried.js")).catch(() => {})');
	return requests > 1;
}

test("a click that comes before the page is hydrated is answered when it is, and is no mismatch", async ({
	page,
	faults,
}) => {
	faults.allow(EXPECTED);
	const { set: server } = await switchServer(page);
	await page.addInitScript(holdRendering);
	await page.goto(url);
	await page.waitForFunction(() =>
		Object.keys(document.querySelector("#app") ?? {}).some((key) =>
			key.startsWith("__reactContainer"),
		),
	);
	server("down");

	await follow(page, "/about");
	// In the time of three requests, the machine would have made its own, and put up its notice.
	await page.evaluate(async () => {
		for (const name of ["one", "two", "three"]) await fetch(`/${name}`).catch(() => undefined);
	});
	await page.evaluate(() => dispatchEvent(new Event("rendering-goes-on")));
	await page.locator(".notice", { hasText: "You seem to be offline" }).waitFor();
	server("up");

	await shows(page, "/about");
});

test("a position is remembered although the page was left a moment after scrolling", async ({
	page,
}) => {
	await openHydrated(page, url);
	await click(page, "/about");
	await page.goBack();
	await shows(page, "/");

	await page.evaluate(() => {
		scrollTo(0, 500);
		history.forward();
	});
	await shows(page, "/about");
	await page.goBack();
	await shows(page, "/");

	await expect.poll(() => page.evaluate(() => scrollY)).toBe(500);
});

test("a step back in a tab of an older build leads to where the visitor was", async ({ page }) => {
	const { set: server } = await switchServer(page);
	await openHydrated(page, url);
	await page.evaluate(() => scrollTo(0, 600));
	await click(page, "/about");
	server("deployed");
	const document = page.waitForEvent("framenavigated");

	await page.evaluate(() => history.back());
	await document;
	await hydrated(page);

	expect(page.url()).toBe(`${url}/`);
	await expect.poll(() => page.evaluate(() => scrollY)).toBe(600);
});

async function click(page: Page, path: string): Promise<void> {
	await follow(page, path);
	await shows(page, path);
}

async function shows(page: Page, path: string): Promise<void> {
	await page.getByRole("heading", { level: 1, name: HEADINGS[path] ?? path }).waitFor();
}

/** Runs in every page: React does its work in messages to itself, which wait until they may go on. */
function holdRendering(): void {
	const { postMessage } = MessagePort.prototype;
	const held: (() => void)[] = [];
	MessagePort.prototype.postMessage = function post(this: MessagePort, message: unknown): void {
		held.push(() => postMessage.call(this, message));
	};
	addEventListener("rendering-goes-on", () => {
		MessagePort.prototype.postMessage = postMessage;
		for (const send of held) send();
	});
}
