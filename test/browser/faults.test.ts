import type { Browser, Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { test } from "../support/browser-test.ts";
import { collectFaults } from "../support/collect-faults.ts";

test.for([
	["an error in the console", `<script>console.error("It broke")</script>`, "It broke"],
	["an uncaught exception", `<script>throw new Error("Not caught")</script>`, "Not caught"],
	[
		"a violation of the content security policy",
		`<meta http-equiv="content-security-policy" content="style-src 'none'"><style>b {}</style>`,
		'Violation of the policy "style-src',
	],
	[
		"a request to another machine",
		`<img src="http://elsewhere.test/pixel.png" alt="">`,
		"foreign request: http://elsewhere.test/pixel.png",
	],
	[
		"what no test has announced",
		`<script>console.error("announced"); console.error("not so")</script>`,
		"not so",
	],
] as const)("%s is a fault", async ([, body, fault], { browser }) => {
	const page = await unwatchedPage(browser);
	await page.route("http://elsewhere.test/**", (route) => route.fulfill({ body: "" }));
	const faults = await collectFaults(page);
	faults.allow(/announced/);

	await page.goto(documentWith(body));

	await expect.poll(() => faults.list.join()).toContain(fault);
	expect(faults.list.join()).not.toContain("announced");
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
