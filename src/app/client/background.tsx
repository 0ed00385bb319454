import type { PublicConfig } from "../../shared/page/public-config.ts";
import { CopyButtons } from "../components/copy/copy-buttons.tsx";
import type { Clock } from "./browser-clock.ts";
import { createFetchAhead, type FetchAheadParts } from "./navigation/prefetch/fetch-ahead.ts";
import { type OfferSearchOptions, offerSearch } from "./search/offer-search.ts";
import { followHeadings } from "./theme/follow-headings.ts";
import { watchMenus } from "./theme/menus.ts";
import { createFreshness } from "./updates/freshness.ts";
import { createIslandRefresher } from "./updates/islands.ts";

export interface BackgroundParts extends FetchAheadParts, Pick<OfferSearchOptions, "showOverlay"> {
	readonly page: Window;
	readonly config: PublicConfig;
	readonly clock: Clock;
	/** Called with an island after its HTML was replaced. */
	readonly applyInlineStyles: (island: ParentNode) => void;
	/** Called with the build that the server runs. */
	readonly onBuild: (buildId: string) => void;
}

/** Starts features that a page can miss at first; their chunk is loaded when the browser is idle. */
export function createBackground(parts: BackgroundParts) {
	const { page, connection, showOverlay, applyInlineStyles } = parts;
	const restartHeadings = followHeadings(page);
	const watchIslands = createIslandRefresher(page, applyInlineStyles);
	const ahead = createFetchAhead(parts);
	const search = offerSearch({ page, connection, showOverlay });
	showOverlay("after", <CopyButtons />);
	watchMenus(page.document);
	loadParts(parts);
	watchBuilds(parts);
	ahead.start();
	return {
		take: ahead.take,
		redirectFor: ahead.redirectFor,
		/** Called after parts of the page were added or removed. */
		watchIslands,
		/** Called when another page is in the document. */
		arrived(): void {
			restartHeadings();
			watchIslands();
			ahead.watch();
			search.arrived();
			loadParts(parts);
		},
	};
}

/** Loads the scripts for tabs and images if the page has them; both also work without scripts. */
function loadParts(parts: BackgroundParts): void {
	const { page } = parts;
	const has = (selector: string): boolean => page.document.querySelector(selector) !== null;
	if (has(".tabs")) {
		import("./theme/remember-tabs.ts").then((part) => part.rememberTabs(page), ignore);
	}
	if (has("#page-body source")) {
		import("./theme/zoom-images.tsx").then((part) => part.offerZoom(parts), ignore);
	}
}

function ignore(): void {}

/** Polls for new builds while the tab is visible. */
function watchBuilds({ page, config, clock, onBuild }: BackgroundParts): void {
	const { document } = page;
	const freshness = createFreshness({
		pollMs: config.freshness.pollSeconds * 1000,
		clock,
		random: Math.random,
		isVisible: () => document.visibilityState === "visible",
		onBuild,
		onFailure: (error) => console.warn("The id of the live build could not be fetched", error),
		async fetchLatest() {
			const { createHttpClient, fetchLatestBuild } = await import("./updates/site-client.ts");
			return fetchLatestBuild(createHttpClient({ baseUrl: config.basePath }), Date.now());
		},
	});
	freshness.start();
	document.addEventListener("visibilitychange", freshness.visibilityChanged);
	page.addEventListener("pageshow", ({ persisted }) => {
		if (persisted) freshness.visibilityChanged();
	});
}
