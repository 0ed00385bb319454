import type { Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { accessibilityViolations } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";
import { lengthsOf } from "../support/lengths.ts";
import { overflowOf } from "../support/site-page.ts";
import { startSite } from "../support/start-site.ts";

const { pagesForEachThatIsJudged } = lengthsOf("test/browser/handbook.test.ts");

test("every page of the handbook fits a phone and asks no other host, and those that are judged are accessible", async ({
	openPage,
}) => {
	const site = await startSite();
	onTestFinished(async () => {
		await site.stop();
	});
	const phone = { viewport: { width: 390, height: 844 }, colorScheme: "dark" } as const;
	const { page: reader } = await openPage({ ...phone, javaScriptEnabled: false });
	const { page } = await openPage(phone);
	const paths = new Set(["/"]);
	const findings: string[] = [];
	let visited = 0;

	// Paths that are found on the way are visited as well: a set is walked as it grows.
	for (const path of paths) {
		await reader.goto(site.url + path);
		for (const link of await linkedPages(reader)) paths.add(link);
		if ((await overflowOf(reader)) > 0) findings.push(`${path} is wider than the window`);
		visited += 1;
		if (visited % pagesForEachThatIsJudged !== 0) continue;
		await page.goto(site.url + path, { waitUntil: "load" });
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
