import { closeMenuOnEscape } from "./appearance/close-menu.ts";
import { offerCodeCopying } from "./appearance/copy-code.ts";
import { revealCurrentPage } from "./appearance/reveal-current-page.ts";
import type { BrowserApp } from "./browser-app.ts";
import { followLinks } from "./navigation/follow-links.ts";
import { showPendingNavigation } from "./navigation/pending-indicator.ts";

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
