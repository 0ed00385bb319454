import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { test } from "../support/browser-test.ts";
import { hydrated } from "../support/hydrated.ts";
import { lengthsOf } from "../support/lengths.ts";
import { guessedPath, markdownFiles, REAL_DOCUMENTATION } from "../support/markdown-files.ts";
import { startSite } from "../support/start-site.ts";

const { pagesForEachThatIsOpened } = lengthsOf("test/browser/real-documentation.test.ts");

describe.for(REAL_DOCUMENTATION)("the documentation of $name", ({ folder }) => {
	test("pages hydrate as they were sent, without a fault", async ({ page }) => {
		const site = await startSite({ siteFolder: folder });
		const files = await markdownFiles(folder);
		const opened = files.filter((_file, index) => index % pagesForEachThatIsOpened === 0);

		for (const file of opened) {
			const response = await page.goto(site.url + guessedPath(file));
			const sent = await parsedMain(page, (await response?.text()) ?? "");
			await hydrated(page);

			expect([file, response?.status()]).toEqual([file, 200]);
			expect([file, await page.locator("h1").count()]).toEqual([file, 1]);
			expect(await page.locator("main").innerHTML()).toBe(sent);
		}
		expect(files.length).toBeGreaterThan(30);
		// The last page may still prefetch, which fails without its site.
		await page.goto("about:blank");
		await site.stop();
	});
});

/** What the browser makes of the server's markup, without running anything. */
function parsedMain(page: Page, html: string): Promise<string> {
	return page.evaluate(
		(source) =>
			new DOMParser().parseFromString(source, "text/html").querySelector("main")?.innerHTML ?? "",
		html,
	);
}
