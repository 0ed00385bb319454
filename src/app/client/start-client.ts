import { revealCurrentPage } from "./appearance/reveal-current-page.ts";
import type { BrowserApp } from "./browser-app.ts";

/** Starts what runs beside React, in this order, once the page is hydrated. */
export function startClient(page: Window, { analytics, start }: BrowserApp): void {
	revealCurrentPage(page.document);
	analytics.start();
	start();
}
