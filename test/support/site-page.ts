import type { Page } from "playwright-core";
import { hydrated } from "./hydrated.ts";

/** Opens a page of a site, and waits for hydration. */
export async function openHydrated(page: Page, url: string): Promise<void> {
	await page.goto(url);
	await hydrated(page);
}

/** Clicks a link in the page's body, and waits for the target page. */
export async function follow(page: Page, name: string, heading = name): Promise<void> {
	await page.locator("#page-body").getByRole("link", { name, exact: true }).click();
	await shown(page, heading);
}

export async function shown(page: Page, heading: string): Promise<void> {
	await page.getByRole("heading", { level: 1, name: heading }).waitFor();
}

/** @returns URLs of matching requests from now on; the list grows. */
export function recordRequests(page: Page, pattern: RegExp): readonly string[] {
	const urls: string[] = [];
	page.on("request", (request) => {
		if (pattern.test(request.url())) urls.push(request.url());
	});
	return urls;
}

/** @returns URLs of documents that load from now on, without their hash; the list grows. */
export function recordDocuments(page: Page): string[] {
	const documents: string[] = [];
	page.on("request", (request) => {
		if (request.isNavigationRequest()) documents.push(request.url().split("#", 1)[0] ?? "");
	});
	return documents;
}

/** Number of pixels by which the page is wider than the window. */
export function overflowOf(page: Page): Promise<number> {
	return page.evaluate<number>(
		"document.documentElement.scrollWidth - document.documentElement.clientWidth",
	);
}

/** Marks the document; only a new document removes the mark. */
export async function markDocument(page: Page): Promise<void> {
	await page.evaluate("window.isSameDocument = true");
}

export function isMarkedDocument(page: Page): Promise<boolean> {
	return page.evaluate("window.isSameDocument === true");
}
