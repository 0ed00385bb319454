import type { AppState, PublicConfig } from "../../shared/page/public-config.ts";
import { createAnalytics } from "./analytics/analytics.ts";
import type { AnalyticsClient, AnalyticsClientOptions } from "./analytics/analytics-client.ts";
import { createArrive } from "./arrive.ts";
import { browserClock, whenIdle } from "./browser-clock.ts";
import { createLatePart, type LatePart, warnOfMissingPart } from "./late-part.ts";
import { createPageLoader } from "./load-page.ts";
import type { Arrival } from "./navigation/browser-routes.tsx";
import { createTabNavigation } from "./navigation/tab-navigation.ts";
import { createOverlays } from "./overlays.ts";
import { createColorModeStore } from "./theme/color-mode.ts";
import { createIconSource } from "./theme/icons.ts";
import { applyInlineStyles } from "./theme/inline-styles.ts";
import { closeMenus, revealCurrentPage } from "./theme/menus.ts";
import { createViewTransitions } from "./theme/view-transitions.ts";
import { createConnection } from "./updates/connection.ts";

/** Creates and connects the services of the tab, once the chunk of the shown page is loaded. */
export async function createBrowserApp(page: Window, state: AppState) {
	const { config, buildId } = state;
	const { basePath } = config;
	const { document, location } = page;
	if (process.env["NODE_ENV"] === "development") {
		// Loaded first: it also reports errors of the start.
		const { reportErrors } = await import("./development/report-errors.ts");
		reportErrors(window, basePath);
	}
	const clock = browserClock(page);
	const connection = createConnection({ page, basePath, clock });
	const loadPage = createPageLoader({ document, basePath });
	const transitions = createViewTransitions(page);
	const colorMode = createColorModeStore(page);
	const icons = createIconSource(document, () => iconClient.load());
	const overlays = createOverlays();
	const showOverlay = overlays.show;
	const forceColorMode = colorMode.force;
	const showPage = createArrive({ document, config, forceColorMode });
	const analytics = createAnalytics({
		page,
		config,
		buildId,
		loadClient: () => connection.loadPart(() => loadAnalyticsClient(config.analytics)),
		loadConsent: () =>
			connection.loadPart(async () => {
				const { createConsentKeeper } = await import("./analytics/consent-keeper.tsx");
				return (options) => createConsentKeeper({ ...options, showOverlay });
			}),
	});

	const iconClient = latePart(async () => {
		const { createIconClient } = await import("./theme/icon-client.ts");
		const fetch = page.fetch.bind(page);
		return createIconClient({ basePath, fetch, publicFallback: config.icons.publicFallback });
	});
	const liveParts = latePart(async () => {
		const { createLiveParts } = await import("./analytics/live-parts.tsx");
		const onChange = (): void => background.current()?.watchIslands();
		return createLiveParts({ page: document, showOverlay, onChange });
	});
	const problemPanel = latePart(async () => {
		const { createProblemPanel } = await import("./updates/problem-panel.tsx");
		return createProblemPanel({ page, basePath, showOverlay });
	});
	const pageFlags = latePart(async () => {
		const { createPageFlags } = await import("./analytics/page-flags.ts");
		return createPageFlags({ page, analytics, onChange: navigation.refresh });
	});
	const background = latePart(async () => {
		const { createBackground } = await import("./background.tsx");
		return createBackground({
			page,
			config,
			buildId,
			clock,
			connection,
			loadPage,
			fetchPayload: navigation.fetchPayload,
			onBuild: navigation.onBuild,
			onChanged: navigation.refresh,
			showOverlay,
			applyInlineStyles,
			whenIdle: (work) => whenIdle(page, work),
		});
	});
	const navigation = await createTabNavigation({
		page,
		state,
		clock,
		connection,
		loadPage,
		onArrival,
		prepare: transitions.begin,
		isFor: async (condition, request) => (await pageFlags.load())(condition, request),
		takePrefetched: (url) => background.current()?.takePrefetched(url),
		redirectFor: (place) => background.current()?.redirectFor(place),
		onReturn: analytics.returned,
	});

	function latePart<Part>(load: () => Promise<Part>): LatePart<Part> {
		return createLatePart(() => connection.loadPart(load));
	}

	/** Runs before the changed page is painted. */
	function onArrival(arrival: Arrival): void {
		applyInlineStyles(document);
		updateLiveParts();
		if (!arrival.isRefresh) closeMenus(document);
		showPage(arrival);
		if (!arrival.isRefresh) transitions.end();
		if (arrival.isHashOnly) return;
		revealCurrentPage(document);
		analytics.shown(arrival.view);
		background.current()?.arrived();
	}

	/** Most pages have no live part and do not fetch the chunk. */
	function updateLiveParts(): void {
		const update = liveParts.current();
		if (update !== undefined) update();
		else if (document.querySelector("template[data-flag], [data-live]") !== null)
			liveParts.load().then((loaded) => loaded(), warnOfMissingPart);
	}

	/** Starts everything that runs beside React, once the page is hydrated. */
	function start(): void {
		applyInlineStyles(document);
		revealCurrentPage(document);
		analytics.start();
		navigation.start();
		updateLiveParts();
		whenIdle(page, () => void background.load().catch(warnOfMissingPart));
		if (config.analytics.knowsUsers) whenIdle(page, tellSignedInUser);
		if (!isFollowing(config, location)) return;
		if (isAuthor(location) || process.env["NODE_ENV"] === "development") {
			problemPanel.load().catch(warnOfMissingPart);
		}
		connection
			.loadPart(() => import("./updates/follow-content.ts"))
			.then(({ followContent }) =>
				followContent({
					page,
					basePath,
					shown: state,
					onChange,
					onEvent: () => problemPanel.current()?.(),
					reload: () => reloadFollowing(config, location),
				}),
			)
			.catch(warnOfMissingPart);
	}

	function onChange(newBuild: string): void {
		// The build replaces the value, and removes what only the browser of a developer runs.
		if (process.env["NODE_ENV"] === "development") {
			void import("./development/modules.ts")
				.then(({ updateModules }) => updateModules(newBuild))
				.then((isUpdated) => {
					if (!isUpdated) return location.reload();
					navigation.adoptBuild(newBuild);
					navigation.refresh();
				});
			return;
		}
		navigation.refresh();
	}

	function tellSignedInUser(): void {
		connection
			.loadPart(() => import("./analytics/signed-in-user.ts"))
			.then((part) => part.tellSignedInUser({ page, basePath, analytics }))
			.catch(warnOfMissingPart);
	}

	analytics.shown(navigation.firstView);
	const { router, status } = navigation;
	return { config, router, colorMode, icons, analytics, navigation: status, overlays, start };
}

async function loadAnalyticsClient({
	measure,
	webVitals,
}: PublicConfig["analytics"]): Promise<(options: AnalyticsClientOptions) => AnalyticsClient> {
	const [{ createAnalyticsClient }, measures] = await Promise.all([
		import("./analytics/analytics-client.ts"),
		measure && import("./analytics/measure-visits.ts"),
		webVitals && import("./analytics/web-vitals.ts"),
	]);
	return (options) => createAnalyticsClient({ ...options, startMeasures: measures?.measureVisits });
}

/** Reloads the page. Adds `?live` again if the author followed a link without it. */
function reloadFollowing(config: PublicConfig, location: Location): void {
	if (isFollowing(config, location)) {
		location.reload();
		return;
	}
	const url = new URL(location.href);
	url.searchParams.set("live", "");
	location.replace(url);
}

/** Whether this tab follows content: `?live` in the URL or the setting `freshness.live` enables it. */
function isFollowing({ freshness }: PublicConfig, location: Location): boolean {
	return freshness.live === true || isAuthor(location);
}

function isAuthor({ search }: Location): boolean {
	return new URLSearchParams(search).has("live");
}
