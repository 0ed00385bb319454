import type { Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { accessibilityViolations } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";
import { lengthsOf } from "../support/lengths.ts";
import { startSite } from "../support/start-site.ts";

const { pagesForEachThatIsJudged } = lengthsOf("test/browser/handbook.test.ts");

test("every page of the handbook fits a phone and asks no other host, and those that are judged are accessible", async ({
	openPage,
}) => {
	const site = await startSite();
	onTestFinished(async () => {
		await site.stop();
	});
	const { page } = await openPage({ viewport: { width: 390, height: 844 }, colorScheme: "dark" });
	const paths = new Set(["/"]);
	const findings: string[] = [];
	let visited = 0;

	// Paths that are found on the way are visited as well: a set is walked as it grows.
	for (const path of paths) {
		await page.goto(site.url + path, { waitUntil: "load" });
		for (const link of await linkedPages(page)) paths.add(link);
		if (await isTooWide(page)) findings.push(`${path} is wider than the window`);
		visited += 1;
		if (visited % pagesForEachThatIsJudged !== 0) continue;
		for (const violation of await accessibilityViolations(page)) {
			findings.push(`${path}: ${violation}`);
		}
	}

	expect(paths.size).toBeGreaterThan(30);
	expect(findings).toEqual([]);
});

/** Links to files lead out of the app, and what answers there is no page. */
async function linkedPages(page: Page): Promise<string[]> {
	const links = page.locator('a[href^="/"]:not([data-file])');
	return links.evaluateAll((all) =>
		all.map((link) => new URL(link.getAttribute("href") ?? "", location.href).pathname),
	);
}

async function isTooWide(page: Page): Promise<boolean> {
	return page.evaluate(() => {
		const { scrollWidth, clientWidth } = document.documentElement;
		return scrollWidth > clientWidth;
	});
}
