import type { DataRouter } from "react-router";
import type { AppState, PublicConfig } from "../../shared/page/public-config.ts";
import type { IconSource } from "../components/icon-context.ts";
import { createRoutes, LAYOUT_ROUTE_ID } from "../router.tsx";
import type { View } from "../view.ts";
import { createAnalytics, type PageAnalytics } from "./analytics/analytics.ts";
import { createLivePartsHydrator } from "./analytics/hydrate-live-parts.ts";
import type { PageFlags } from "./analytics/page-flags.ts";
import { type ColorModeStore, createColorModeStore } from "./appearance/color-mode.ts";
import { followHeadings } from "./appearance/follow-headings.ts";
import { createIconSource } from "./appearance/icons.ts";
import { createIslandRefresher } from "./freshness/islands.ts";
import { createUpkeep } from "./freshness/upkeep.ts";
import { createAppRouter } from "./navigation/app-router.ts";
import { browserParts } from "./navigation/browser-parts.tsx";
import { initialView } from "./navigation/initial-view.ts";
import { limitRedirects } from "./navigation/limit-redirects.ts";
import { createPageLoader } from "./navigation/load-page.ts";
import { loadView, type ViewSources } from "./navigation/load-view.ts";
import { createNavigate, type Navigate } from "./navigation/navigate.ts";
import { createNavigationEnd } from "./navigation/navigation-end.ts";
import { createScrollMemory } from "./navigation/scroll-memory.ts";
import { createStay } from "./navigation/stay.ts";
import { createViewTransitions } from "./navigation/view-transitions.ts";

/** Everything that lives as long as the tab does. */
export interface BrowserApp {
	readonly config: PublicConfig;
	readonly router: DataRouter;
	readonly navigate: Navigate;
	readonly colorMode: ColorModeStore;
	readonly icons: IconSource;
	readonly analytics: PageAnalytics;
	/** Gives the first page what is for this visitor in it; to be called when it is hydrated. */
	readonly settleFirstView: () => void;
	/** Begins to watch the server and to prefetch; to be called when the app is ready. */
	readonly startUpkeep: () => void;
}

/** Puts the parts together. Nothing is hydrated yet: the chunk of the shown page comes first. */
export async function createBrowserApp(page: Window, state: AppState): Promise<BrowserApp> {
	const { config, pageAssets, payload } = state;
	const { basePath } = config;
	const loadPage = createPageLoader({ document: page.document, basePath, pageAssets });
	const colorMode = createColorModeStore(page);
	const scrollMemory = createScrollMemory(page);
	const transitions = createViewTransitions(page);
	const headings = followHeadings(page);
	const islands = createIslandRefresher({
		page: page.document,
		fetch: page.fetch.bind(page),
		setInterval: page.setInterval.bind(page),
		clearInterval: page.clearInterval.bind(page),
	});
	const stay = createStay({ page, basePath, router: () => router });
	const upkeep = createUpkeep({ page, state, stay, loadPage });
	let view = await initialView(payload, { loadPage, query: page.location.search }).catch(
		upkeep.mendDocument,
	);
	const analytics = createAnalytics({
		page,
		config,
		loadClient: () => loadAnalyticsClient(config),
		loadConsent,
	});
	analytics.shown(view);
	const liveParts = createLivePartsHydrator(page.document, async () => {
		const { createLiveParts } = await import("./analytics/live-parts.ts");
		return createLiveParts({ page: page.document, analytics, onChange: islands.watch });
	});
	let pageFlags: Promise<PageFlags> | undefined;
	const navigated = new Set<() => void>();
	const end = createNavigationEnd({
		page,
		config,
		colorMode,
		scrollMemory,
		transitions,
		headings,
		islands,
	});
	const sources: ViewSources = {
		...upkeep,
		exits: {
			...upkeep.exits,
			// Its document would be withheld as well, and ask again, for ever.
			loadDocument: (url) =>
				isWithheld(view) && isSameDocument(url, page.location)
					? upkeep.exits.stay(NOT_DECIDED)
					: upkeep.exits.loadDocument(url),
		},
		basePath,
		loadPage,
		async isFor(condition, request) {
			pageFlags ??= import("./analytics/page-flags.ts").then(({ createPageFlags }) =>
				createPageFlags({ page, analytics, onChange: () => void router.revalidate() }),
			);
			return (await pageFlags).isFor(condition, request);
		},
		pendingHash: () => router.state.navigation.location?.hash ?? "",
	};
	const load = limitRedirects((request) => loadView(sources, request), sources.exits.loadDocument);
	const router = createAppRouter(
		createRoutes({
			...browserParts({
				...end,
				onShown(shown) {
					if (stay.arrived()) return scrollMemory.resume();
					view = shown.view;
					liveParts.update();
					end.onShown(shown);
					analytics.shown(view);
					for (const callback of navigated) callback();
				},
			}),
			async loader({ request }) {
				if (stay.isReturning()) return view;
				const next = await load(request);
				// The page that is shown, once more: nothing moves.
				if (router.state.navigation.state === "idle") return next;
				scrollMemory.save();
				await transitions.begin(request.signal);
				return next;
			},
		}),
		{ basePath, loaderData: { [LAYOUT_ROUTE_ID]: view } },
	);
	return {
		config,
		router,
		navigate: createNavigate({ page, router, basePath, scrollMemory }),
		colorMode,
		icons: createIconSource(page.document, () => loadIconClient(config)),
		analytics,
		settleFirstView() {
			liveParts.update();
			if (isWithheld(view)) void router.revalidate();
		},
		startUpkeep() {
			const update = (): void => void router.revalidate();
			upkeep.start((callback) => void navigated.add(callback), update);
			if (isFollowing(config, page.location)) {
				void import("./freshness/follow-content.ts").then(({ followContent }) =>
					followContent({ page, basePath, onChange: update }),
				);
			}
		},
	};
}

const NOT_DECIDED = "Whether this page is for you cannot be found out: try again in a moment";

/** Authors ask for it by the address; while developing, every tab does. */
function isFollowing({ freshness }: PublicConfig, { search }: Location): boolean {
	return freshness.live === true || new URLSearchParams(search).has("live");
}

function isWithheld(view: View): boolean {
	return view.kind === "page" && view.page.isWithheld === true;
}

function isSameDocument(url: string, { pathname, search }: Location): boolean {
	const other = new URL(url);
	return other.pathname === pathname && other.search === search;
}

async function loadAnalyticsClient({ analytics }: PublicConfig) {
	const [{ createAnalyticsClient }] = await Promise.all([
		import("./analytics/analytics-client.ts"),
		analytics.webVitals && import("./analytics/web-vitals.ts"),
	]);
	return createAnalyticsClient;
}

async function loadConsent() {
	const { createConsentKeeper } = await import("./analytics/consent-keeper.ts");
	return createConsentKeeper;
}

async function loadIconClient({ basePath, icons }: PublicConfig) {
	const { createIconClient } = await import("./appearance/icon-client.ts");
	return createIconClient({ basePath, publicFallback: icons.publicFallback });
}
