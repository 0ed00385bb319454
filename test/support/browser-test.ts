import { type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { test as base, inject } from "vitest";
import { collectFaults, type Faults } from "./collect-faults.ts";
import { PATIENCE_MS } from "./patience.ts";
import { settledWithin } from "./settled-within.ts";

export interface OpenedPage {
	readonly page: Page;
	readonly faults: Faults;
}

/** Time-out for closing: Chromium sometimes never answers for a page that is being left. */
const CLOSING_MS = 10_000;

/** Opens an empty page in a new context, without cookies, cache or storage of others. */
export type OpenPage = (options?: BrowserContextOptions) => Promise<OpenedPage>;

/**
 * A test in the shared Chromium. `page` is an empty page; `openPage` opens more pages, also with other
 * options. At the end of the test, no opened page may have faults, except those that
 * `faults.allow()` permits.
 */
export const test = base
	// biome-ignore lint/correctness/noEmptyPattern: Vitest reads out of the pattern what a fixture needs.
	.extend("browser", { scope: "file" }, async ({}, { onCleanup }) => {
		const browser = await chromium.connect(inject("chromiumEndpoint"));
		onCleanup(async () => void (await settledWithin(browser.close(), CLOSING_MS)));
		return browser;
	})
	.extend("openPage", async ({ browser }, { onCleanup }): Promise<OpenPage> => {
		const opened: OpenedPage[] = [];
		onCleanup(async () => {
			const found = opened.flatMap(({ faults }) => faults.list);
			await Promise.all(opened.map(({ page }) => close(page)));
			if (found.length > 0) throw new Error(`The page has faults:\n${found.join("\n")}`);
		});
		return async (options = {}) => {
			const context = await browser.newContext(options);
			context.setDefaultTimeout(PATIENCE_MS);
			const page = await context.newPage();
			const faults = await collectFaults(page);
			opened.push({ page, faults });
			return { page, faults };
		};
	})
	.extend("opened", ({ openPage }) => openPage())
	.extend("page", ({ opened }) => opened.page)
	.extend("faults", ({ opened }) => opened.faults);

/** Closes a page. Requests that the test intercepts may still be in flight, such as a prefetch. */
async function close(page: Page): Promise<void> {
	if (page.isClosed()) return;
	await settledWithin(page.unrouteAll({ behavior: "ignoreErrors" }), CLOSING_MS);
	await settledWithin(page.context().close(), CLOSING_MS);
}
