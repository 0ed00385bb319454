import type { BrowserApp } from "./browser-app.ts";
import { closeMenuOnEscape } from "./close-menu.ts";
import { offerCodeCopying } from "./copy-code.ts";
import { followLinks } from "./follow-links.ts";
import { showPendingNavigation } from "./pending-indicator.ts";
import { revealCurrentPage } from "./reveal-current-page.ts";

/** Starts what runs beside React, in this order, once the page is hydrated. */
export function startClient(
	page: Window,
	{ config, router, navigate, analytics, settleFirstView, startUpkeep }: BrowserApp,
): void {
	followLinks({ page, basePath: config.basePath, navigate });
	showPendingNavigation(page, router);
	offerCodeCopying(page);
	closeMenuOnEscape(page.document);
	revealCurrentPage(page.document);
	analytics.start();
	settleFirstView();
	startUpkeep();
}
