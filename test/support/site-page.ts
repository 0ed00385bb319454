import type { Page } from "playwright-core";
import { hydrated } from "./hydrated.ts";

/** Opens a page of a site, and waits for its app. */
export async function openHydrated(page: Page, url: string): Promise<void> {
	await page.goto(url);
	await hydrated(page);
}

/** Clicks a link of the page's own text, and waits for the page behind it. */
export async function follow(page: Page, name: string, heading = name): Promise<void> {
	await page.locator("#page-body").getByRole("link", { name, exact: true }).click();
	await shown(page, heading);
}

export async function shown(page: Page, heading: string): Promise<void> {
	await page.getByRole("heading", { level: 1, name: heading }).waitFor();
}

/** @returns URLs of the requests that are made from now on and match. */
export function recordRequests(page: Page, pattern: RegExp): readonly string[] {
	const urls: string[] = [];
	page.on("request", (request) => {
		if (pattern.test(request.url())) urls.push(request.url());
	});
	return urls;
}

/** @returns URLs of the documents that are loaded from now on, without their hash. */
export function recordDocuments(page: Page): string[] {
	const documents: string[] = [];
	page.on("request", (request) => {
		if (request.isNavigationRequest()) documents.push(request.url().split("#", 1)[0] ?? "");
	});
	return documents;
}

/** By how many pixels the page is wider than the window. */
export function overflowOf(page: Page): Promise<number> {
	return page.evaluate<number>(
		"document.documentElement.scrollWidth - document.documentElement.clientWidth",
	);
}

/** Leaves a mark that only another document would remove. */
export async function markDocument(page: Page): Promise<void> {
	await page.evaluate("window.isSameDocument = true");
}

export function isMarkedDocument(page: Page): Promise<boolean> {
	return page.evaluate("window.isSameDocument === true");
}
