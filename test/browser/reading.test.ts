import type { Page, Route } from "playwright-core";
import sharp from "sharp";
import { expect } from "vitest";
import { accessibilityViolations } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";
import { follow, openHydrated } from "../support/site-page.ts";
import { startTestSite } from "../support/start-test-site.ts";

const LONG = "Text that fills the page.\n\n".repeat(60);

const FILES = {
	"site.yaml": "name: Example\nurl: https://example.org\n",
	"pages/index.md": "# Welcome\n\n[Guide](/guide) and [Broken](/broken)\n",
	"pages/guide.md": `# Guide\n\n## First\n\n${LONG}\n\n## Second\n\n${LONG}\n\n\`\`\`sh\nnpm start\n\`\`\`\n`,
	"pages/broken.md": "---\ntitle: Broken\n---\n\nText.\n",
};

test("the table of contents marks the section that is read, and the one that an address leads to", async ({
	openPage,
}) => {
	const { page } = await openPage({ viewport: { width: 1400, height: 800 } });
	const site = await startTestSite(FILES);
	const marked = page.locator('.contents-list a[aria-current="location"]');

	await openHydrated(page, `${site.url}/guide#second`);
	await expect.poll(() => marked.allTextContents()).toEqual(["Second"]);
	await page.locator("#first").evaluate((heading) => heading.scrollIntoView());

	await expect.poll(() => marked.allTextContents()).toEqual(["First"]);
});

test("a code block is copied by its button, and the visitor is told", async ({ openPage }) => {
	const { page } = await openPage({ permissions: ["clipboard-read", "clipboard-write"] });
	const site = await startTestSite(FILES);
	await openHydrated(page, `${site.url}/guide`);

	await page.locator("figure.code pre").focus();
	await page.keyboard.press("Tab");
	await page.keyboard.press("Enter");

	await expect.poll(() => page.getByRole("status").innerText()).toBe("Copied");
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("npm start\n");

	// A reader who only touches is offered the whole page as well.
	await page.getByRole("button", { name: "Copy page" }).click();
	await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain("# Guide");
});

test("an image opens over the page by a click or a key, and the focus returns", async ({
	openPage,
}) => {
	const { page } = await openPage({ viewport: { width: 390, height: 800 } });
	const create = { width: 1600, height: 900, channels: 3, background: "#246" } as const;
	const photo = await sharp({ create }).jpeg().toBuffer();
	const text = "# Photo\n\n![Blue](a.jpg)\n\n[![Linked](a.jpg)](/)\n\n![](a.jpg)\n";
	const site = await startTestSite({ "pages/index.md": text, "pages/a.jpg": photo });
	await openHydrated(page, site.url);
	const image = page.getByRole("button", { name: "Blue" });
	const dialog = page.getByRole("dialog", { name: "Blue" });

	await image.click();
	await dialog.waitFor();
	expect(await accessibilityViolations(page)).toEqual([]);
	const shown = dialog.locator("img");
	await expect
		.poll(() => shown.evaluate(({ currentSrc }: HTMLImageElement) => currentSrc))
		.toContain(".avif");
	await page.keyboard.press("Escape");
	await dialog.waitFor({ state: "detached" });
	expect(await image.evaluate((shown) => shown === document.activeElement)).toBe(true);

	await page.keyboard.press("Enter");
	await dialog.getByRole("button", { name: "Close" }).click();
	await dialog.waitFor({ state: "detached" });
	expect(await page.locator("#page-body [role=button]").count()).toBe(1);
});

test("on a phone the menu closes by itself, even when it leads to the same page", async ({
	openPage,
}) => {
	const { page } = await openPage({ viewport: { width: 390, height: 800 } });
	const site = await startTestSite(FILES);
	await openHydrated(page, `${site.url}/guide`);
	await page.locator(".menu summary").click();

	await page.locator(".navigation").getByRole("link", { name: "Guide" }).first().click();

	await page.locator(".menu:not([open])").waitFor();
	await expect.poll(() => page.locator(".navigation").isVisible()).toBe(false);
});

test("a menu of the header closes on a click elsewhere, and on Escape, which keeps the focus", async ({
	openPage,
}) => {
	const { page } = await openPage({ viewport: { width: 1400, height: 800 } });
	const site = await startTestSite({
		...FILES,
		"site.yaml": `${FILES["site.yaml"]}header:\n  links:\n    - label: Community\n      links:\n        - { label: Chat, url: https://chat.example }\n`,
	});
	await openHydrated(page, `${site.url}/guide`);
	const summary = page.locator("#site-links summary", { hasText: "Community" });
	const chat = page.getByRole("link", { name: "Chat" });

	await summary.click();
	await chat.waitFor();
	await page.locator("h1").click();
	await chat.waitFor({ state: "hidden" });

	await summary.click();
	await chat.focus();
	await page.keyboard.press("Escape");
	await chat.waitFor({ state: "hidden" });
	expect(await summary.evaluate((element) => element === document.activeElement)).toBe(true);
});

test.for([
	["a page", { hasHeading: false, title: { not: "text" } }],
	["the layout", { headings: { length: 9 } }],
] as const)("an exception while rendering %s shows the error page, and the next page as usual", async ([
	place,
	changes,
], { page, faults }) => {
	faults.allow(
		/Objects are not valid|Minified React error|map is not a function|React Router caught/,
	);
	const site = await startTestSite(FILES);
	await openHydrated(page, site.url);
	await breakPage(page, changes);

	await follow(page, "Broken", "Internal Server Error");

	await expect.poll(() => page.title()).toBe("500 - Internal Server Error | Example");
	expect(await page.locator('meta[name="robots"]').getAttribute("content")).toBe("noindex");
	if (place === "a page") expect(await page.getByRole("banner").isVisible()).toBe(true);
	await page.goBack();
	await expect.poll(() => page.title()).toBe("Welcome | Example");
	expect(await page.locator('meta[name="robots"]').count()).toBe(0);
});

/** Has the server say things about the page "Broken" that no rendering can survive. */
async function breakPage(page: Page, changes: Readonly<Record<string, unknown>>): Promise<void> {
	await page.route("**/broken/_payload.json*", async (route: Route) => {
		const response = await route.fetch();
		const payload = await response.json();
		await route.fulfill({ response, json: { ...payload, page: { ...payload.page, ...changes } } });
	});
}
