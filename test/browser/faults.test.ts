import type { Browser, Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { test } from "../support/browser-test.ts";
import { collectFaults } from "../support/collect-faults.ts";

test("an error in the console is a fault", async ({ browser }) => {
	const page = await unwatchedPage(browser);
	const faults = await collectFaults(page);

	await page.goto(documentWith(`<script>console.error("It broke")</script>`));

	await expect.poll(() => faults.list).toEqual([expect.stringContaining("It broke")]);
});

test("an uncaught exception is a fault", async ({ browser }) => {
	const page = await unwatchedPage(browser);
	const faults = await collectFaults(page);

	await page.goto(documentWith(`<script>throw new Error("It was not caught")</script>`));

	await expect.poll(() => faults.list).toEqual([expect.stringContaining("It was not caught")]);
});

test("a violation of the content security policy is a fault", async ({ browser }) => {
	const page = await unwatchedPage(browser);
	const faults = await collectFaults(page);

	await page.goto(
		documentWith(`
			<meta http-equiv="content-security-policy" content="style-src 'none'">
			<style>body { color: red }</style>`),
	);

	await expect.poll(() => faults.list.join()).toContain('Violation of the policy "style-src');
});

test("a request to another machine is a fault", async ({ browser }) => {
	const page = await unwatchedPage(browser);
	await page.route("http://elsewhere.test/**", (route) => route.fulfill({ body: "" }));
	const faults = await collectFaults(page);

	await page.goto(documentWith(`<img src="http://elsewhere.test/pixel.png" alt="">`));

	await expect
		.poll(() => faults.list)
		.toContain("foreign request: http://elsewhere.test/pixel.png");
});

test("what a test has announced is no fault", async ({ browser }) => {
	const page = await unwatchedPage(browser);
	const faults = await collectFaults(page);
	faults.allow(/announced/);

	await page.goto(
		documentWith(`<script>console.error("announced"); console.error("not so")</script>`),
	);

	await expect.poll(() => faults.list).toEqual([expect.stringContaining("not so")]);
});

/** A page that may have faults: this test does not assert that it has none. */
async function unwatchedPage(browser: Browser): Promise<Page> {
	const context = await browser.newContext();
	onTestFinished(() => context.close());
	return context.newPage();
}

function documentWith(body: string): string {
	return `data:text/html,${encodeURIComponent(`<!doctype html><title>Test</title>${body}`)}`;
}
