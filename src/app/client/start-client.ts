import { revealCurrentPage } from "./appearance/reveal-current-page.ts";
import type { BrowserApp } from "./browser-app.ts";
import { followLinks } from "./navigation/follow-links.ts";

/** Starts what runs beside React, in this order, once the page is hydrated. */
export function startClient(page: Window, { config, send, analytics, start }: BrowserApp): void {
	followLinks({
		page,
		basePath: config.basePath,
		onClick: (url) => send({ kind: "click", url }),
	});
	revealCurrentPage(page.document);
	analytics.start();
	start();
}
