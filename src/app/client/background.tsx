import type { PublicConfig } from "../../shared/page/public-config.ts";
import type { RouteLocation, RouteMatcher } from "../../shared/routing/route-matcher.ts";
import { CopyButtons } from "../components/copy-buttons.tsx";
import { SITE_CODE } from "../site-code.ts";
import { createPrefetcher, type PrefetcherParts, prefetchLinks } from "./prefetch-links.ts";
import { type OfferSearchOptions, offerSearch } from "./search/offer-search.ts";
import { followHeadings } from "./theme/follow-headings.ts";
import { watchMenus } from "./theme/watch-menus.ts";
import { createFreshness } from "./updates/freshness.ts";
import { createIslandRefresher } from "./updates/islands.ts";

export interface BackgroundParts
	extends Omit<PrefetcherParts, "mayPrefetch">,
		Pick<OfferSearchOptions, "connection" | "showOverlay"> {
	readonly page: Window;
	readonly config: PublicConfig;
	/** Id of the running build. */
	readonly buildId: string;
	/** Called with an island after its HTML was replaced. */
	readonly applyInlineStyles: (island: ParentNode) => void;
	/** Called with the build that the server runs. */
	readonly onBuild: (buildId: string) => void;
}

/** Prefetching starts this long after the app, which needs the connection first. */
const PREFETCH_AFTER_MS = 1000;

/** Starts features that a page can miss at first; their chunk is loaded when the browser is idle. */
export function createBackground(parts: BackgroundParts) {
	const { page, config, clock, connection, showOverlay, applyInlineStyles } = parts;
	const { basePath } = config;
	const restartHeadings = followHeadings(page);
	const watchIslands = createIslandRefresher(page, applyInlineStyles);
	const isAllowed = (): boolean => mayPrefetch(page.navigator);
	const prefetcher = createPrefetcher({ ...parts, mayPrefetch: isAllowed });
	let watchLinks: (() => void) | undefined;
	let rules: RouteMatcher | undefined;
	const search = offerSearch({ page, connection, showOverlay });
	showOverlay("after", <CopyButtons />);
	watchMenus(page.document);
	loadParts(parts);
	watchBuilds(parts);
	// A visitor may send a form when the server is away, which must say so.
	if (SITE_CODE.pages.length > 0) import("./navigation/request-route.ts").catch(ignore);
	clock.after(PREFETCH_AFTER_MS, () =>
		whenVisible(page.document, () => {
			watchLinks = prefetchLinks(page, basePath, prefetcher);
			// `loadRules()` has logged the cause.
			if (isAllowed()) connection.loadPart(loadRules).catch(ignore);
		}),
	);
	return {
		takePrefetched: prefetcher.take,
		/** The redirect of the operator's rules; `undefined` until the rules are loaded. */
		redirectFor: (location: RouteLocation) => rules?.redirectFor(location, basePath)?.to,
		/** Called after parts of the page were added or removed. */
		watchIslands,
		/** Called when another page is in the document. */
		arrived(): void {
			restartHeadings();
			watchIslands();
			watchLinks?.();
			search.arrived();
			loadParts(parts);
		},
	};

	async function loadRules(): Promise<void> {
		try {
			const { fetchRouteMatcher } = await import("./updates/site-client.ts");
			rules = await fetchRouteMatcher(page.fetch.bind(page), basePath, parts.buildId);
		} catch (error) {
			// Without the manifest the server redirects, which costs one more request.
			console.warn("The build manifest could not be fetched", error);
			throw error;
		}
	}
}

/** Runs the work when the tab is shown: of twenty tabs opened at once, the visitor sees one. */
function whenVisible(document: Document, work: () => void): void {
	const again = (): void => whenVisible(document, work);
	if (document.hidden) document.addEventListener("visibilitychange", again, { once: true });
	else work();
}

/**
 * Whether the connection allows prefetching without cost or delay for the visitor. Called each time,
 * because a phone changes networks. TypeScript lacks `connection`, as do some browsers.
 */
export function mayPrefetch(navigator: object): boolean {
	const connection: unknown = "connection" in navigator ? navigator.connection : undefined;
	const { effectiveType, saveData } = Object(connection);
	return saveData !== true && effectiveType !== "slow-2g" && effectiveType !== "2g";
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
			const { fetchLatestBuild } = await import("./updates/site-client.ts");
			return fetchLatestBuild(page.fetch.bind(page), config.basePath);
		},
	});
	freshness.start();
	document.addEventListener("visibilitychange", freshness.visibilityChanged);
	page.addEventListener("pageshow", ({ persisted }) => {
		if (persisted) freshness.visibilityChanged();
	});
}
