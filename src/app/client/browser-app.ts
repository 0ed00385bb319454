import { createBrowserRouter, type DataRouter } from "react-router";
import type { AppState, PublicConfig } from "../../shared/public-config.ts";
import type { IconSource } from "../components/icon-context.ts";
import { createRoutes, LAYOUT_ROUTE_ID } from "../router.tsx";
import { createAnalytics, type PageAnalytics } from "./analytics.ts";
import { browserParts } from "./browser-parts.tsx";
import { type ColorModeStore, createColorModeStore } from "./color-mode.ts";
import { followHeadings } from "./follow-headings.ts";
import { createIconSource } from "./icons.ts";
import { initialView } from "./initial-view.ts";
import { createIslandRefresher } from "./islands.ts";
import { limitRedirects } from "./limit-redirects.ts";
import { createPageLoader } from "./load-page.ts";
import { loadView, type ViewSources } from "./load-view.ts";
import { createNavigate, type Navigate } from "./navigate.ts";
import { createNavigationEnd } from "./navigation-end.ts";
import { createScrollMemory } from "./scroll-memory.ts";
import { createStay } from "./stay.ts";
import { createUpkeep } from "./upkeep.ts";
import { createViewTransitions } from "./view-transitions.ts";

/** Everything that lives as long as the tab does. */
export interface BrowserApp {
	readonly config: PublicConfig;
	readonly router: DataRouter;
	readonly navigate: Navigate;
	readonly colorMode: ColorModeStore;
	readonly icons: IconSource;
	readonly analytics: PageAnalytics;
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
	const upkeep = createUpkeep(page, state, stay);
	let view = await initialView(payload, { loadPage, query: page.location.search }).catch(
		upkeep.mendDocument,
	);
	const analytics = createAnalytics({ page, config, loadClient: loadAnalyticsClient });
	analytics.shown(view);
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
		basePath,
		loadPage,
		pendingHash: () => router.state.navigation.location?.hash ?? "",
	};
	const load = limitRedirects((request) => loadView(sources, request), upkeep.exits.loadDocument);
	const router = createBrowserRouter(
		createRoutes({
			...browserParts({
				...end,
				onShown(shown) {
					if (stay.arrived()) return scrollMemory.resume();
					view = shown.view;
					end.onShown(shown);
					analytics.shown(view);
					for (const callback of navigated) callback();
				},
			}),
			async loader({ request }) {
				if (stay.isReturning()) return view;
				const next = await load(request);
				scrollMemory.save();
				await transitions.begin(request.signal);
				return next;
			},
		}),
		{ basename: basePath || "/", hydrationData: { loaderData: { [LAYOUT_ROUTE_ID]: view } } },
	);
	return {
		config,
		router,
		navigate: createNavigate({ page, router, basePath, scrollMemory }),
		colorMode,
		icons: createIconSource(page.document, () => loadIconClient(config)),
		analytics,
		startUpkeep: () => upkeep.start((callback) => void navigated.add(callback)),
	};
}

async function loadAnalyticsClient() {
	const { createAnalyticsClient } = await import("./analytics-client.ts");
	return createAnalyticsClient;
}

async function loadIconClient({ basePath, icons }: PublicConfig) {
	const { createIconClient } = await import("./icon-client.ts");
	return createIconClient({ basePath, publicFallback: icons.publicFallback });
}
