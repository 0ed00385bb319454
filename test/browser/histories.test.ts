import * as fc from "fast-check";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { test } from "../support/browser-test.ts";
import { collectFaults, type Faults } from "../support/collect-faults.ts";
import { hydrated } from "../support/hydrated.ts";
import { lengthsOf } from "../support/lengths.ts";
import { type ServerMode, switchServer } from "../support/server-switch.ts";
import { startTestSite } from "../support/start-test-site.ts";

const { histories } = lengthsOf("test/browser/histories.test.ts");

const LONG = "Text that fills the page.\n\n".repeat(60);

const FILES = {
	"site.yaml": "name: Example\nfreshness: {pollSeconds: 3600}\n",
	"pages/index.md": `# Home\n\n[About](/about) [Moved](/moved?page=2#part)\n\n${LONG}## Part\n`,
	"pages/about.md": `# About\n\n[Part](#part) [Home](/) [Long](/long)\n\n${LONG}## Part\n\n${LONG}`,
	"pages/long.md": `# Long\n\n[Home](/)\n\n${LONG}## Part\n\n${LONG}`,
	"pages/moved.md": "---\nredirect: /long\nnavigation: false\n---\n",
};

const HEADINGS: Readonly<Record<string, string>> = {
	"/": "Home",
	"/about": "About",
	"/long": "Long",
	"/missing": "Page Not Found",
};

/** What Chromium says of requests that the tests do not answer. */
const EXPECTED = /ERR_CONNECTION_REFUSED|ERR_FAILED|status of (404|503)/;

describe("without a server", () => {
	test("back twice, the server returns, and a click goes where it leads", async ({
		page,
		faults,
	}) => {
		const { url, server } = await openTab(page, faults);
		await click(page, "/about");
		await page.reload();
		await hydrated(page);
		server("down");

		await page.evaluate(() => history.back());
		await page.locator(".notice").waitFor();
		await page.evaluate(() => history.back());
		server("up");
		await click(page, "/long");

		expect(page.url()).toBe(`${url}/long`);
		expect(await page.title()).toBe("Long | Example");
		expect(await page.locator(".notice").count()).toBe(0);
	});

	test.for([
		"down",
		"gateway",
	] as const)("%s: the page stays, and the click is finished later", async (mode, {
		page,
		faults,
	}) => {
		const { url, server } = await openTab(page, faults, "/long");
		server(mode);

		await follow(page, "/about");
		await page.locator(".notice", { hasText: "You seem to be offline" }).waitFor();
		expect(page.url()).toBe(`${url}/long`);
		expect(await page.locator("#announcements").textContent()).toContain("offline");
		server("up");

		await shows(page, "/about");
		expect(page.url()).toBe(`${url}/about`);
		await expect.poll(() => page.locator(".notice").count()).toBe(0);
	});

	test("a click that waits can be called off", async ({ page, faults }) => {
		const { server } = await openTab(page, faults, "/long");
		server("down");
		await follow(page, "/about");

		await page.getByRole("button", { name: "Cancel" }).click();

		expect(await page.locator(".notice").count()).toBe(0);
		expect(await page.evaluate(() => document.activeElement?.localName)).toBe("main");
	});

	test("pages that were visited stay readable, and the notice says so", async ({
		page,
		faults,
	}) => {
		const { url, server } = await openTab(page, faults);
		await click(page, "/about");
		server("down");

		await page.evaluate(() => history.back());
		await shows(page, "/");
		await page.locator(".notice", { hasText: "visited in this tab" }).waitFor();
		expect(page.url()).toBe(`${url}/`);
		server("up");

		await expect.poll(() => page.locator(".notice").count()).toBe(0);
	});

	test("what is fetched after the first second is fetched when the server is back", async ({
		page,
		faults,
	}) => {
		faults.allow(EXPECTED);
		const { url } = await startTestSite(FILES);
		const server = await switchServer(page);
		const ahead = page.waitForRequest("**/builds/meta/*");
		await page.route("**/background.*.js", async (route) => {
			await page.unroute("**/background.*.js");
			server("down");
			await route.abort("connectionrefused");
		});
		const isAsked = page.waitForEvent("requestfailed", (request) =>
			request.url().includes("/builds/latest.json"),
		);
		await open(page, url);
		await isAsked;
		server("up");

		await ahead;
	});
});

test("a step that only the fragment tells apart asks, announces and moves nothing", async ({
	page,
}) => {
	const { url } = await startTestSite(FILES);
	await open(page, `${url}/about`);
	await page.locator("#page-body").getByRole("link", { name: "Part" }).click();
	await expect.poll(() => focused(page)).toBe("part");
	const requests: string[] = [];
	page.on("request", (request) => requests.push(request.url()));
	await page.evaluate(() => document.getElementById("announcements")?.replaceChildren());

	await page.goBack();
	await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);

	expect(page.url()).toBe(`${url}/about`);
	expect(requests.filter((request) => request.includes("_payload"))).toEqual([]);
	expect(await page.locator("#announcements").textContent()).toBe("");
	expect(await focused(page)).toBe("part");
});

test("a page that does not come: after 8 s the visitor is asked how to go on", async ({
	page,
	faults,
}) => {
	await page.clock.install();
	const { url, server } = await openTab(page, faults, "/long");
	server("stalled");

	await follow(page, "/about");
	await page.clock.runFor(7000);
	expect(await page.locator(".notice").count()).toBe(0);
	await page.clock.runFor(2000);
	await page.getByRole("button", { name: "Keep waiting" }).click();
	expect(await page.locator(".notice").count()).toBe(0);

	expect(page.url()).toBe(`${url}/long`);
	expect(await page.locator(".pending-bar").count()).toBe(1);
});

test("a position is remembered although the page was left a moment after scrolling", async ({
	page,
}) => {
	const { url } = await startTestSite(FILES);
	await open(page, url);
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
	const { url } = await startTestSite(FILES);
	const server = await switchServer(page);
	await open(page, url);
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

test("a redirect of front matter keeps query and fragment, on a click as on the server", async ({
	page,
}) => {
	const { url } = await startTestSite(FILES);
	await open(page, url);

	await page.locator("#page-body").getByRole("link", { name: "Moved" }).click();
	await shows(page, "/long");
	expect(page.url()).toBe(`${url}/long?page=2#part`);

	await page.goto(`${url}/moved?page=2#part`);
	expect(page.url()).toBe(`${url}/long?page=2#part`);
});

type Action =
	| { readonly do: "click"; readonly path: string }
	| { readonly do: "step"; readonly delta: number }
	| { readonly do: "server"; readonly mode: ServerMode }
	| { readonly do: "reload" | "type-hash" };

const action: fc.Arbitrary<Action> = fc.oneof(
	{
		weight: 5,
		arbitrary: fc.record({
			do: fc.constant("click" as const),
			path: fc.constantFrom("/", "/about", "/long", "/about#part", "/moved#part", "/missing"),
		}),
	},
	{
		weight: 4,
		arbitrary: fc.record({
			do: fc.constant("step" as const),
			delta: fc.constantFrom(-2, -1, -1, 1),
		}),
	},
	{
		weight: 3,
		arbitrary: fc.record({
			do: fc.constant("server" as const),
			mode: fc.constantFrom<ServerMode>("up", "down", "gateway", "slow", "deployed"),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({ do: fc.constantFrom("reload" as const, "type-hash" as const) }),
	},
);

test("whatever happens to a tab, it comes to rest with a page that is what it says", async ({
	browser,
}) => {
	const { url } = await startTestSite(FILES);
	const steps = fc.array(fc.tuple(action, fc.constantFrom(0, 0, 20, 100, 300)), {
		minLength: 2,
		maxLength: 8,
	});
	await fc.assert(
		fc.asyncProperty(steps, async (history) => {
			const context = await browser.newContext();
			const page = await context.newPage();
			const faults = await collectFaults(page);
			faults.allow(EXPECTED);
			const server = await switchServer(page);
			let mode: ServerMode = "up";
			await open(page, url);
			for (const [next, pauseMs] of history) {
				// A document that is on its way while the server goes is the browser's to answer for.
				if (mode === "deployed") await comesToRest(page);
				if (next.do === "server") {
					mode = next.mode;
					server(mode);
				} else await carryOut(page, next, mode);
				await page.waitForTimeout(pauseMs);
			}
			server("up");
			await comesToRest(page);
			expect(faults.list).toEqual([]);
			await page.unrouteAll({ behavior: "ignoreErrors" });
			await context.close();
		}),
		// The seed that a failure prints gives the same history again; to shorten it takes minutes.
		{ numRuns: histories, endOnFailure: true },
	);
});

async function carryOut(
	page: Page,
	next: Exclude<Action, { do: "server" }>,
	mode: ServerMode,
): Promise<void> {
	if (next.do === "click") await follow(page, next.path);
	else if (next.do === "step") {
		// Not out of the document: without a server, the browser's own error page is right.
		await page.evaluate((delta) => {
			if ((history.state?.idx ?? 0) + delta >= 0) history.go(delta);
		}, next.delta);
	} else if (next.do === "type-hash") {
		await page.evaluate(() => {
			location.hash = "part";
		});
	} else if (mode === "up") {
		await page.reload();
		await hydrated(page);
	}
}

/** Address, title and heading agree, and nothing is said to be under way. */
async function comesToRest(page: Page): Promise<void> {
	await expect.poll(() => contradictionOf(page), { timeout: 20_000 }).toBe("");
	await hydrated(page);
}

async function contradictionOf(page: Page): Promise<string> {
	const seen = await page
		.evaluate(() => {
			dispatchEvent(new Event("online"));
			return {
				path: location.pathname,
				title: document.title,
				heading: document.querySelector("h1")?.textContent ?? "",
				announced: document.getElementById("announcements")?.textContent ?? "",
				pending: document.querySelectorAll(".pending-bar, .notice").length,
			};
		})
		// A document takes the place of another one.
		.catch(() => undefined);
	if (seen === undefined) return "there is no page";
	const heading = HEADINGS[seen.path] ?? "";
	const title = seen.path === "/missing" ? "404 - Page not found: /missing" : heading;
	// A notice is said as well, and a document that was loaded says nothing of itself.
	const isSaid = ["", title].includes(seen.announced) || seen.announced.startsWith("You seem");
	const agrees = seen.heading === heading && seen.title === `${title} | Example` && isSaid;
	return agrees && seen.pending === 0 ? "" : JSON.stringify(seen);
}

/** A tab whose server can be taken away. */
async function openTab(page: Page, faults: Faults, path = "") {
	faults.allow(EXPECTED);
	const { url } = await startTestSite(FILES);
	const server = await switchServer(page);
	await open(page, url + path);
	return { url, server };
}

async function open(page: Page, url: string): Promise<void> {
	await page.goto(url);
	await hydrated(page);
}

/** Clicks a link of its own, without waiting for what comes of it. */
async function follow(page: Page, path: string): Promise<void> {
	await page.evaluate((href) => {
		const link = document.createElement("a");
		link.href = href;
		document.querySelector("main")?.append(link);
		link.click();
		link.remove();
	}, path);
}

async function click(page: Page, path: string): Promise<void> {
	await follow(page, path);
	await shows(page, path);
}

async function shows(page: Page, path: string): Promise<void> {
	await page.getByRole("heading", { level: 1, name: HEADINGS[path] ?? path }).waitFor();
}

function focused(page: Page): Promise<string> {
	return page.evaluate(() => document.activeElement?.id ?? "");
}
