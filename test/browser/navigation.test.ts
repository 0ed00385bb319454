import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { test } from "../support/browser-test.ts";
import {
	follow,
	isMarkedDocument,
	markDocument,
	openHydrated,
	shown,
} from "../support/site-page.ts";
import { startTestSite } from "../support/start-test-site.ts";
import { withoutPrefetching } from "../support/without-prefetching.ts";
import { follow as clickOn } from "./histories/visited-tab.ts";

const LONG = "Text that fills the page.\n\n".repeat(120);

const FILES = {
	"site.yaml":
		"name: Example\nurl: https://example.org\ndescription: About examples\nsocial: { links: [{ label: Feed, url: /feed.xml }] }\n",
	"pages/index.md": `# Welcome\n\n[Guide](/guide) [Moved](/moved) [Missing](/missing) [Other](/other)\n\n${LONG}[Last](/guide)\n`,
	"pages/guide.md": `---\ndescription: How it is done\n---\n\n# Guide\n\n[Down](#details) [Home](/) [Picture](./picture.svg) [Same](/guide)\n\n${LONG}## Details\n\n${LONG}`,
	"pages/untitled_page.md": "Only text.\n\n[Guide](/guide)\n",
	"pages/moved.md": "---\nredirect: /guide\n---\n",
	"pages/picture.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="2"/>',
};

test("a click shows the next page without a document, announces it once, and moves the focus", async ({
	page,
	faults,
}) => {
	faults.allow(/404/);
	const site = await startTestSite(FILES);
	await openHydrated(page, site.url);
	await markDocument(page);
	const announced = await recordAnnouncements(page);

	await follow(page, "Guide");
	await expect.poll(() => focusedElement(page)).toBe("h1: Guide");
	await expect.poll(announced).toEqual(["Guide"]);
	expect(page.url()).toBe(`${site.url}/guide`);
	await follow(page, "Home", "Welcome");
	await follow(page, "Moved", "Guide");

	expect(page.url()).toBe(`${site.url}/guide`);
	expect(await isMarkedDocument(page)).toBe(true);
});

describe("after a navigation", () => {
	test("the head equals that of a direct load, tag by tag", async ({ page, openPage, faults }) => {
		faults.allow(/404/);
		const site = await startTestSite(FILES);
		const direct = await openPage();
		direct.faults.allow(/404/);

		for (const path of ["/guide", "/untitled_page", "/", "/missing"]) {
			await openHydrated(direct.page, site.url + path);
			await openHydrated(page, `${site.url}/${path === "/" ? "guide" : ""}`);
			await clickOn(page, path);
			await expect.poll(() => page.title()).toBe(await direct.page.title());

			expect([path, await managedHead(page)]).toEqual([path, await managedHead(direct.page)]);
		}
	});

	test("back restores the place where the visitor was", async ({ page }) => {
		const site = await startTestSite(FILES);
		await openHydrated(page, site.url);
		const last = page.getByRole("link", { name: "Last" });
		await last.scrollIntoViewIfNeeded();
		const place = await page.evaluate(() => scrollY);

		await last.click();
		await shown(page, "Guide");
		await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
		await page.goBack();
		await shown(page, "Welcome");

		expect(place).toBeGreaterThan(500);
		await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
	});
});

test("a link to a place on the page scrolls there, moves the focus and loads nothing", async ({
	page,
}) => {
	const site = await startTestSite(FILES);
	await withoutPrefetching(page);
	await openHydrated(page, `${site.url}/guide`);
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

test("files and feeds are left to the browser", async ({ page, faults }) => {
	// A picture names no icon, so the browser looks for one in the usual place.
	faults.allow(/icon/);
	const site = await startTestSite(FILES);
	await openHydrated(page, `${site.url}/guide`);

	const [response] = await Promise.all([
		page.waitForResponse(`${site.url}/feed.xml`),
		page.getByRole("link", { name: "Feed" }).first().click(),
	]);
	expect(response.headers()["content-type"]).toContain("application/atom+xml");
	await page.waitForURL("**/feed.xml");
	await openHydrated(page, `${site.url}/guide`);
	await page.getByRole("link", { name: "Picture" }).click();
	await page.waitForURL("**/picture.svg");
	expect(await page.evaluate(() => document.documentElement.nodeName)).toBe("svg");
});

test("an error page keeps the layout, gives way to another error, and is left with its head", async ({
	page,
	faults,
}) => {
	faults.allow(/404/);
	const site = await startTestSite(FILES);
	await openHydrated(page, `${site.url}/missing`);

	await expect.poll(() => page.title()).toBe("404 - Page not found: /missing | Example");
	await clickOn(page, "/other");

	await expect.poll(() => page.title()).toBe("404 - Page not found: /other | Example");
	await expect.poll(() => page.getByRole("main").innerText()).toContain("Page not found: /other");
	expect(await page.getByRole("main").innerText()).not.toContain("/missing");
	expect(await page.getByRole("banner").isVisible()).toBe(true);

	await page.getByRole("main").getByRole("link", { name: /home/i }).click();
	await shown(page, "Welcome");
	await expect.poll(() => page.locator('meta[name="robots"]').count()).toBe(0);
	expect(await page.locator('link[rel="canonical"]').count()).toBe(1);
});

describe("the progress indicator", () => {
	test("shows when a page takes longer than 200 ms", async ({ page, faults }) => {
		// The links of the page are prefetched meanwhile, and two lead nowhere.
		faults.allow(/404/);
		const site = await startTestSite(FILES);
		await openHydrated(page, site.url);
		// Prefetching may have asked before the click does: all of it waits.
		const released = Promise.withResolvers<void>();
		await page.route("**/guide/_payload.json*", async (route) => {
			await released.promise;
			await route.continue();
		});

		await page.locator("#page-body").getByRole("link", { name: "Guide" }).click();
		await page.locator(".pending-bar").waitFor({ state: "attached" });
		released.resolve();
		await shown(page, "Guide");

		await expect.poll(() => page.locator(".pending-bar").count()).toBe(0);
	});

	test("does not show for a quick page", async ({ page }) => {
		const site = await startTestSite(FILES);
		await openHydrated(page, site.url);
		await page.evaluate(() => {
			new MutationObserver(() => {
				if (document.querySelector(".pending-bar") !== null) document.body.dataset["seen"] = "";
			}).observe(document.body, { childList: true });
		});
		// However busy the machine is, this navigation takes no time.
		await page.clock.install();
		await page.clock.pauseAt(Date.now() + 60_000);

		await follow(page, "Guide");
		await page.clock.runFor(1000);

		expect(await page.locator("body[data-seen]").count()).toBe(0);
	});
});

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
