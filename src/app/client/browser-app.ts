import type { DataRouter } from "react-router";
import type { AppState, PublicConfig } from "../../shared/page/public-config.ts";
import { wordIn } from "../../shared/page/words.ts";
import { urlPath } from "../../shared/routing/routes.ts";
import type { IconSource } from "../components/icon-context.ts";
import { createAnalytics, type PageAnalytics } from "./analytics/analytics.ts";
import { createFlaggedPages } from "./analytics/flagged-pages.ts";
import { createLivePartsHydrator } from "./analytics/hydrate-live-parts.ts";
import { closeMenu } from "./appearance/close-menu.ts";
import { type ColorModeStore, createColorModeStore } from "./appearance/color-mode.ts";
import { createIconSource } from "./appearance/icons.ts";
import { revealCurrentPage } from "./appearance/reveal-current-page.ts";
import { createViewTransitions } from "./appearance/view-transitions.ts";
import { createBackgroundLoader } from "./background-loader.ts";
import { browserClock } from "./browser-clock.ts";
import { createConnection } from "./freshness/connection.ts";
import { loadFirstView } from "./freshness/load-first-view.ts";
import { createReloadGuard } from "./freshness/reload-guard.ts";
import { createArrive } from "./navigation/arrive.ts";
import { followLinks } from "./navigation/follow-links.ts";
import { loadDocument } from "./navigation/load-document.ts";
import { createPageLoader } from "./navigation/load-page.ts";
import { loadPayload, type PayloadAnswer, type PayloadRequest } from "./navigation/load-payload.ts";
import type { Arrival, Entry } from "./navigation/navigation-state.ts";
import { needsServer, noticeOf } from "./navigation/navigation-state.ts";
import { createNavigator } from "./navigation/navigator.ts";
import { createNetwork } from "./navigation/network.ts";
import { createNotice } from "./navigation/notice.ts";
import { linkedPage } from "./navigation/prefetch/linked-page.ts";
import { createProgress } from "./navigation/progress.ts";
import { createScreen } from "./navigation/screen.tsx";
import { createScrollMemory } from "./navigation/scroll-memory.ts";
import { createTabHistory } from "./navigation/tab-history.ts";
import { createPartLoaders } from "./part-loaders.ts";
import { whenIdle } from "./when-idle.ts";

/** Everything that lives as long as the tab does. */
export interface BrowserApp {
	readonly config: PublicConfig;
	readonly router: DataRouter;
	readonly colorMode: ColorModeStore;
	readonly icons: IconSource;
	readonly analytics: PageAnalytics;
	/** Begins to navigate, to watch the server and to fetch ahead; to be called when the page is hydrated. */
	readonly start: () => void;
}

/** Puts the parts together. Nothing is hydrated yet: the chunk of the shown page comes first. */
export async function createBrowserApp(page: Window, state: AppState): Promise<BrowserApp> {
	const { config, payload, buildId } = state;
	const { basePath } = config;
	const { document, location } = page;
	const clock = browserClock(page);
	const history = createTabHistory(page);
	const shown = shownEntry(state, history.entry());
	const navigator = createNavigator(shown);
	const { send } = navigator;
	const changed = (): void => send({ kind: "changed" });
	const online = (): void => send({ kind: "online" });
	const unload = (): void => send({ kind: "unload" });

	const connection = createConnection({ page, basePath, clock });
	const parts = createPartLoaders(config, connection.loadPart);
	const reloads = createReloadGuard({ storage: sessionStorageOf(page), now: Date.now });
	const loadPage = createPageLoader({ document, basePath });
	const scrollMemory = createScrollMemory(page);
	const colorMode = createColorModeStore(page);
	const icons = createIconSource(document, parts.iconClient);
	const firstView = await loadFirstView(payload, { location, loadPage, connection, reloads });

	const onBuild = (seen: string): void => send({ kind: "deploy", isStale: seen !== buildId });
	const fetchPayload = (request: PayloadRequest): Promise<PayloadAnswer> =>
		loadPayload({ basePath, buildId, fetch: page.fetch.bind(page), onBuild }, request);
	const analytics = createAnalytics({
		...{ page, config },
		loadClient: parts.analyticsClient,
		loadConsent: parts.consent,
	});
	const background = createBackgroundLoader(page, () =>
		parts.background({
			...{ page, config, buildId, clock, connection, fetchPayload, loadPage, onBuild },
			onChanged: changed,
			capture: analytics.capture,
			// Its chunk need not share these with the first one.
			linkedPage: (target) => linkedPage(target, basePath, location),
			whenIdle: (work) => whenIdle(page, work),
		}),
	);
	const network = createNetwork({
		...{ basePath, loadPage },
		isFor: createFlaggedPages(() => parts.pageFlags({ page, analytics, onChange: changed })),
		redirectFor: background.redirectFor,
		isStale: () => navigator.tab().isStale,
		isReachable: connection.isReachable,
		claimReload: reloads.claim,
		async loadPayload(request) {
			const taken = await background.take(request.path, request.query);
			request.signal?.throwIfAborted();
			return taken ?? fetchPayload(request);
		},
	});
	network.keep(shown.url, firstView);

	const screen = createScreen({ basePath, history, view: firstView, send });
	const transitions = createViewTransitions(page);
	const liveParts = createLivePartsHydrator(document, () =>
		parts.liveParts({ page: document, analytics, onChange: background.watchIslands }),
	);
	const present = createArrive({ page, config, colorMode, scrollMemory });
	const showNotice = createNotice({ document, word: (english) => wordIn(config, english), send });
	const showProgress = createProgress(document);

	/** What every change of the page leads to, before it is painted. */
	function arrive(arrival: Arrival): void {
		liveParts.update();
		if (arrival.how !== "refresh") closeMenu(document);
		present(arrival);
		if (arrival.how !== "refresh") transitions.end();
		if (arrival.isPlace) return;
		revealCurrentPage(document);
		analytics.shown(arrival.view);
		background.arrived();
	}

	function start(): void {
		const isWithheld = firstView.kind === "page" && firstView.page.isWithheld === true;
		navigator.start({
			...{ clock, network, isWithheld },
			browser: {
				arrive,
				prepare: transitions.begin,
				show(visit, view) {
					scrollMemory.save();
					screen.show(visit, view);
				},
				go: history.go,
				adopt: history.adopt,
				leave: (url) => loadDocument(page, url),
				stop: () => page.stop(),
			},
			onTransition(tab) {
				showNotice(noticeOf(tab));
				showProgress(tab);
				if (needsServer(tab)) connection.whenBack(online);
				// Not for good: some browsers keep no page in the back-forward cache that listens.
				if (tab.phase.kind === "loading") page.addEventListener("beforeunload", unload);
				else page.removeEventListener("beforeunload", unload);
			},
		});
		history.listen((entry) => {
			scrollMemory.save();
			send({ kind: "pop", entry });
		});
		page.addEventListener("pageshow", ({ persisted }) => {
			if (!persisted) return;
			send({ kind: "restored" });
			// As a document that is loaded for a step back does.
			if (navigator.tab().shown.url === location.href) analytics.returned();
		});
		// The browser may have gone elsewhere before this script came.
		if (shown.url !== history.entry().url) send({ kind: "pop", entry: history.entry() });
		liveParts.update();
		if (isWithheld) changed();
		background.start();
		if (isFollowing(config, location)) {
			parts.followContent({ page, basePath, onChange: changed }).catch(warn);
		}
	}

	// The machine answers them from its start on.
	followLinks({ page, basePath, onClick: (url) => send({ kind: "click", url }) });
	analytics.shown(firstView);
	return { config, router: screen.router, colorMode, icons, analytics, start };
}

/** The page can be read and left without it. */
function warn(cause: unknown): void {
	console.warn("A part of this page could not be loaded", cause);
}

/** The entry that the document is of. */
function shownEntry({ payload, config }: AppState, entry: Entry): Entry {
	if (payload.kind !== "page") return entry;
	const url = new URL(entry.url);
	const path = urlPath(config.basePath, payload.page.path);
	return url.pathname === path ? entry : { ...entry, url: url.origin + path };
}

/** Authors ask for it by the address; while developing, every tab does. */
function isFollowing({ freshness }: PublicConfig, { search }: Location): boolean {
	return freshness.live === true || new URLSearchParams(search).has("live");
}

/** @returns `undefined` when the visitor blocks it. */
function sessionStorageOf(page: Window): Storage | undefined {
	try {
		return page.sessionStorage;
	} catch {
		// A SecurityError: the visitor does not let sites store anything.
		return undefined;
	}
}
