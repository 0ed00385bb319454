import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { test } from "../support/browser-test.ts";
import { hydrated } from "../support/hydrated.ts";
import { startTestSite } from "../support/start-test-site.ts";
import { withoutPrefetching } from "../support/without-prefetching.ts";

const LONG = "Text that fills the page.\n\n".repeat(120);

const FILES = {
	"site.yaml": "name: Example\nurl: https://example.org\ndescription: About examples\n",
	"pages/index.md": `# Welcome\n\n[Guide](/guide) [Missing](/missing) [Other](/other)\n\n${LONG}[Last](/guide)\n`,
	"pages/guide.md": `---\ndescription: How it is done\n---\n\n# Guide\n\n[Down](#details) [Home](/) [Picture](./picture.svg) [Same](/guide)\n\n${LONG}## Details\n\n${LONG}`,
	"pages/untitled_page.md": "Only text.\n\n[Guide](/guide)\n",
	"pages/moved.md": "---\nredirect: /guide\n---\n",
	"pages/picture.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="2"/>',
};

test("a click shows the next page without loading a document", async ({ page }) => {
	const site = await startTestSite(FILES);
	await open(page, site.url);
	await markDocument(page);

	await page.locator("#page-body").getByRole("link", { name: "Guide" }).click();
	await page.getByRole("heading", { level: 1, name: "Guide" }).waitFor();

	expect(page.url()).toBe(`${site.url}/guide`);
	expect(await isMarkedDocument(page)).toBe(true);
});

describe("after a navigation", () => {
	test("the title is announced once and the heading has the focus", async ({ page }) => {
		const site = await startTestSite(FILES);
		await open(page, site.url);
		const announced = await recordAnnouncements(page);

		await page.locator("#page-body").getByRole("link", { name: "Guide" }).click();
		await page.getByRole("heading", { level: 1, name: "Guide" }).waitFor();

		await expect.poll(() => focusedElement(page)).toBe("h1: Guide");
		await expect.poll(announced).toEqual(["Guide"]);
	});

	test.for([
		"/guide",
		"/untitled_page",
		"/",
		"/missing",
	])("the head of %s equals that of a direct load, tag by tag", async (path, {
		page,
		openPage,
		faults,
	}) => {
		faults.allow(/404/);
		const site = await startTestSite(FILES);
		const direct = await openPage();
		direct.faults.allow(/404/);
		await open(direct.page, site.url + path);
		await open(page, `${site.url}/${path === "/" ? "guide" : ""}`);

		await page.evaluate((href) => {
			const link = document.createElement("a");
			link.href = href;
			document.querySelector("main")?.append(link);
			link.click();
		}, path);
		await expect.poll(() => page.title()).toBe(await direct.page.title());

		expect(await managedHead(page)).toEqual(await managedHead(direct.page));
	});

	test("back restores the place where the visitor was", async ({ page }) => {
		const site = await startTestSite(FILES);
		await open(page, site.url);
		const last = page.getByRole("link", { name: "Last" });
		await last.scrollIntoViewIfNeeded();
		const place = await page.evaluate(() => scrollY);

		await last.click();
		await page.getByRole("heading", { level: 1, name: "Guide" }).waitFor();
		await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
		await page.goBack();
		await page.getByRole("heading", { level: 1, name: "Welcome" }).waitFor();

		expect(place).toBeGreaterThan(500);
		await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
	});
});

test("a link to a place on the page scrolls there, moves the focus and loads nothing", async ({
	page,
}) => {
	const site = await startTestSite(FILES);
	await withoutPrefetching(page);
	await open(page, `${site.url}/guide`);
	const requests: string[] = [];
	page.on("request", (request) => {
		// Icons and scripts that the client loads when it is idle belong to the page's start.
		if (["document", "fetch", "xhr"].includes(request.resourceType())) requests.push(request.url());
	});

	await page.locator("#page-body").getByRole("link", { name: "Down", exact: true }).click();

	await expect.poll(() => page.evaluate(() => document.activeElement?.id ?? "")).toBe("details");
	expect(page.url()).toBe(`${site.url}/guide#details`);
	expect(await page.evaluate(() => scrollY)).toBeGreaterThan(500);
	expect(requests).toEqual([]);
});

test("a file is left to the browser", async ({ page, faults }) => {
	// A picture names no icon, so the browser looks for one in the usual place.
	faults.allow(/favicon\.ico/);
	const site = await startTestSite(FILES);
	await open(page, `${site.url}/guide`);

	await page.getByRole("link", { name: "Picture" }).click();
	await page.waitForURL("**/picture.svg");

	expect(await page.evaluate(() => document.documentElement.nodeName)).toBe("svg");
});

test("a feed is left to the browser", async ({ page, faults }) => {
	const site = await startTestSite({
		"site.yaml": "url: https://example.org\nsocial: { links: [{ label: Feed, url: /feed.xml }] }\n",
		"pages/index.md": "# Home\n",
	});
	faults.allow(/icon/);
	await page.goto(site.url);
	await hydrated(page);

	const [response] = await Promise.all([
		page.waitForResponse(`${site.url}/feed.xml`),
		page.getByRole("link", { name: "Feed" }).first().click(),
	]);

	expect(response.headers()["content-type"]).toContain("application/atom+xml");
});

test("a page that has moved is followed to where it is", async ({ page }) => {
	const site = await startTestSite({
		...FILES,
		"pages/index.md": "# Welcome\n\n[Moved](/moved)\n",
	});
	await open(page, site.url);
	await markDocument(page);

	await page.locator("#page-body").getByRole("link", { name: "Moved" }).click();
	await page.getByRole("heading", { level: 1, name: "Guide" }).waitFor();

	expect(page.url()).toBe(`${site.url}/guide`);
	expect(await isMarkedDocument(page)).toBe(true);
});

describe("an error page", () => {
	test("keeps the layout, and a second error takes the place of the first", async ({
		page,
		faults,
	}) => {
		faults.allow(/404/);
		const site = await startTestSite(FILES);
		await open(page, `${site.url}/missing`);

		await expect.poll(() => page.title()).toBe("404 - Page not found: /missing | Example");
		await page.evaluate(() => {
			const link = document.createElement("a");
			link.href = "/other";
			document.querySelector("main")?.append(link);
			link.click();
		});

		await expect.poll(() => page.title()).toBe("404 - Page not found: /other | Example");
		await expect.poll(() => page.getByRole("main").innerText()).toContain("Page not found: /other");
		expect(await page.getByRole("main").innerText()).not.toContain("/missing");
		expect(await page.getByRole("banner").isVisible()).toBe(true);
	});

	test("is left by a link, and its head with it", async ({ page, faults }) => {
		faults.allow(/404/);
		const site = await startTestSite(FILES);
		await open(page, `${site.url}/missing`);

		await page.getByRole("main").getByRole("link", { name: /home/i }).click();
		await page.getByRole("heading", { level: 1, name: "Welcome" }).waitFor();

		await expect.poll(() => page.locator('meta[name="robots"]').count()).toBe(0);
		expect(await page.locator('link[rel="canonical"]').count()).toBe(1);
	});
});

describe("the progress indicator", () => {
	test("shows when a page takes longer than 200 ms", async ({ page, faults }) => {
		// The links of the page are prefetched meanwhile, and two lead nowhere.
		faults.allow(/404/);
		const site = await startTestSite(FILES);
		await open(page, site.url);
		// Prefetching may have asked before the click does: all of it waits.
		const released = Promise.withResolvers<void>();
		await page.route("**/guide/_payload.json*", async (route) => {
			await released.promise;
			await route.continue();
		});

		await page.locator("#page-body").getByRole("link", { name: "Guide" }).click();
		await page.locator(".pending-bar").waitFor({ state: "attached" });
		released.resolve();
		await page.getByRole("heading", { level: 1, name: "Guide" }).waitFor();

		await expect.poll(() => page.locator(".pending-bar").count()).toBe(0);
	});

	test("does not show for a quick page", async ({ page }) => {
		const site = await startTestSite(FILES);
		await open(page, site.url);
		await page.evaluate(() => {
			new MutationObserver(() => {
				if (document.querySelector(".pending-bar") !== null) document.body.dataset["seen"] = "";
			}).observe(document.body, { childList: true });
		});
		// However busy the machine is, this navigation takes no time.
		await page.clock.install();
		await page.clock.pauseAt(Date.now() + 60_000);

		await page.locator("#page-body").getByRole("link", { name: "Guide" }).click();
		await page.getByRole("heading", { level: 1, name: "Guide" }).waitFor();
		await page.clock.runFor(1000);

		expect(await page.locator("body[data-seen]").count()).toBe(0);
	});
});

async function open(page: Page, url: string): Promise<void> {
	await page.goto(url);
	await hydrated(page);
}

/** Leaves a mark that only a document load would remove. */
async function markDocument(page: Page): Promise<void> {
	await page.evaluate(() => {
		document.documentElement.dataset["sameDocument"] = "";
	});
}

function isMarkedDocument(page: Page): Promise<boolean> {
	return page.evaluate(() => document.documentElement.dataset["sameDocument"] === "");
}

function focusedElement(page: Page): Promise<string> {
	return page.evaluate(() => {
		const { activeElement: focused } = document;
		return `${focused?.localName}: ${focused?.textContent.slice(0, 40)}`;
	});
}

/** What the live region says from now on. */
async function recordAnnouncements(page: Page): Promise<() => Promise<string[]>> {
	await page.evaluate(() => {
		const region = document.querySelector("[aria-live]");
		if (region === null) throw new Error("There is no live region");
		const said: string[] = [];
		Object.assign(window, { said });
		new MutationObserver(() => {
			const text = region.textContent ?? "";
			if (text !== "") said.push(text);
		}).observe(region, { childList: true, characterData: true, subtree: true });
	});
	return () => page.evaluate(() => (window as unknown as { said: string[] }).said);
}

/** The parts of the head that belong to a page, in their order. */
function managedHead(page: Page): Promise<string[]> {
	return page.evaluate(() => [
		document.documentElement.lang,
		...[...document.head.querySelectorAll("title, meta, link[rel=canonical]")].map(
			(element) => element.outerHTML,
		),
	]);
}
