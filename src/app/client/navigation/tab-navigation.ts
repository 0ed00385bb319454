import { createBrowserRouter, createPath, type DataRouter, NavigationType } from "react-router";
import type { AppState } from "../../../shared/page/public-config.ts";
import { belowBasePath, urlPath } from "../../../shared/routing/routes.ts";
import type {
	NavigationStatus,
	Notice,
	NoticeAnswer,
} from "../../components/navigation-context.ts";
import { loaderDataOf, setHandles } from "../../loader-data.ts";
import { PAGE_TABLE } from "../../pages/page-table.ts";
import { type View, viewOfState } from "../../view.ts";
import type { Clock } from "../browser-clock.ts";
import type { LoadPage } from "../load-page.ts";
import { restoreScroll } from "../restore-scroll.ts";
import type { Connection } from "../updates/connection.ts";
import { createLiveBuild } from "../updates/live-build.ts";
import { loadFirstView } from "../updates/load-first-view.ts";
import { type BrowserRoutesParts, createBrowserRoutes } from "./browser-routes.tsx";
import { createDataStrategy, type DataStrategyParts, keyOf } from "./data-strategy.ts";
import { followLinks, unmarkFollowed } from "./follow-links.ts";
import { loadPayload, type PayloadAnswer, type PayloadRequest } from "./load-payload.ts";
import type { ViewSources } from "./load-view.ts";
import { createStatus } from "./navigation-status.ts";

export interface TabNavigationParts
	extends Pick<DataStrategyParts, "prepare">,
		Pick<BrowserRoutesParts, "onArrival">,
		Pick<ViewSources, "isFor" | "redirectFor"> {
	readonly page: Window;
	readonly state: AppState;
	readonly clock: Clock;
	readonly connection: Connection;
	readonly loadPage: LoadPage;
	/** @returns The payload of the page at a URL, if it was prefetched. */
	readonly takePrefetched: (url: string) => Promise<PayloadAnswer> | undefined;
	/** Called when the page is restored from the back-forward cache. */
	readonly onReturn: () => void;
}

/** The router of one tab, connected to browser and network. */
export interface TabNavigation {
	readonly router: DataRouter;
	readonly status: NavigationStatus;
	/** View of the document. */
	readonly firstView: View;
	readonly fetchPayload: (request: PayloadRequest) => Promise<PayloadAnswer>;
	/** Called with the build that the server runs. */
	readonly onBuild: (buildId: string) => void;
	/** Called when this tab has replaced its modules by those of a build. */
	readonly adoptBuild: (buildId: string) => void;
	/** Loads the shown page again. */
	readonly refresh: () => void;
	readonly start: () => void;
}

export async function createTabNavigation(parts: TabNavigationParts): Promise<TabNavigation> {
	const { page, state, clock, connection, loadPage } = parts;
	const { config, buildId } = state;
	const { basePath } = config;
	const { document, history, location } = page;
	const { whenBack, isReachable, loadPart } = connection;
	restoreScroll(page);
	const build = createLiveBuild({ page, buildId, now: clock.now });
	const { isStale, claimReload, onBuild } = build;
	const firstView = await loadFirstView({ ...parts, build });
	const status = createStatus(clock);
	const { promise: started, resolve } = Promise.withResolvers<void>();
	const visited = new Map<string, View>();
	const { dataStrategy, giveUp, hold, stopDocument } = createDataStrategy({
		page,
		clock,
		status,
		visited,
		started,
		cancel,
		fetchPayload,
		whenBack,
		loadPart,
		router: () => router,
		prepare: parts.prepare,
		onUnsent: () => cancel("unsent"),
		sources: {
			basePath,
			loadPage,
			isReachable,
			isStale,
			claimReload,
			isFor: parts.isFor,
			redirectFor: parts.redirectFor,
			async loadPayload(request) {
				const prefetched = isStale() ? undefined : await parts.takePrefetched(request.url);
				request.signal.throwIfAborted();
				return prefetched ?? fetchPayload(request);
			},
		},
	});
	const router = createBrowserRouter(createBrowserRoutes({ ...parts, onLostPart }), {
		window: page,
		basename: basePath || "/",
		dataStrategy,
		hydrationData: {
			...(firstView.kind === "page" && firstView.loaded),
			loaderData: loaderDataOf(firstView, PAGE_TABLE),
		},
	});
	setHandles(router.state.matches, firstView);
	if (isOwnPage(state, location)) visited.set(keyOf(location.href), firstView);
	let shown = { key: router.state.location.key, index: indexOf(history) };
	router.subscribe(({ location: { key }, navigation }) => {
		if (key !== shown.key) shown = { key, index: indexOf(history) };
		if (navigation.state !== "idle") return;
		status.end();
		if (isVisited()) whenBack(refreshVisited);
	});
	status.subscribe(() => {
		if (status.isAtRest()) unmarkFollowed(document);
	});
	followLinks({ page, basePath, onClick: (url) => void started.then(() => follow(url)) });
	return {
		router,
		firstView,
		fetchPayload,
		refresh,
		start,
		onBuild,
		adoptBuild: build.adopt,
		status: {
			answer,
			subscribe: status.subscribe,
			isBusy: status.isBusy,
			notice: () => status.notice() ?? (isVisited() ? "cached" : undefined),
		},
	};

	async function fetchPayload(request: PayloadRequest): Promise<PayloadAnswer> {
		const fetch = page.fetch.bind(page);
		const answer = await loadPayload({ buildId: build.ownId(), fetch, onBuild }, request);
		// Without a server, the tab must not show what the server has refused since.
		if (typeof answer === "object" && answer.kind !== "page") visited.delete(keyOf(request.url));
		return answer;
	}

	function start(): void {
		page.addEventListener("pageshow", onPageShow);
		resolve();
		// The visitor may have stepped through the history before this script ran.
		if (!isOwnPage(state, location)) follow(location.href);
		else if (firstView.kind === "page" && firstView.page.isWithheld === true) refresh();
	}

	function follow(url: string): void {
		stopDocument();
		// As in browsers, the same URL replaces its entry.
		void router.navigate(toOf(new URL(url)), { replace: url === shownUrl() });
	}

	/** A target of the router, which adds the base path itself. */
	function toOf({ pathname, search, hash }: Pick<URL, "pathname" | "search" | "hash">) {
		return { pathname: belowBasePath(basePath, pathname) ?? "/", search, hash };
	}

	function shownUrl(): string {
		return new URL(createPath(router.state.location), location.origin).href;
	}

	function refresh(): void {
		void router.revalidate();
	}

	function isVisited(): boolean {
		const view = viewOfState(router.state);
		return view.kind === "page" && view.isVisited === true;
	}

	function refreshVisited(): void {
		if (isVisited()) refresh();
	}

	/** Ends the pending navigation as React Router does it: another one takes its place. */
	function cancel(because?: Notice): void {
		const { navigation, location: target } = router.state;
		status.fail(because);
		if (navigation.state === "idle") return;
		const by = shown.index - indexOf(history);
		if (by) {
			hold();
			history.go(by);
			return;
		}
		const { state: kept } = target;
		void router.navigate(toOf(target), {
			replace: true,
			state: kept,
			preventScrollReset: true,
			defaultShouldRevalidate: false,
		});
	}

	function answer(kind: NoticeAnswer): void {
		const isSlow = status.notice() === "slow";
		if (kind === "cancel") cancel();
		else status.keepWaiting();
		if (kind === "load-document" && isSlow) giveUp();
	}

	function onPageShow({ persisted }: PageTransitionEvent): void {
		if (!persisted) return;
		const { state: phase, historyAction } = router.state.navigation;
		if (phase !== "idle" && historyAction !== NavigationType.Pop) cancel();
		// A document that the browser loads for a step back counts as a view, too.
		if (shownUrl() === location.href) parts.onReturn();
	}

	/** Recovers from the loss of a chunk that a component loads: the shown page stays meanwhile. */
	async function onLostPart(): Promise<void> {
		const { key } = router.state.location;
		if (!(await isReachable())) {
			status.fail("waiting");
			await new Promise<void>(whenBack);
			if (status.notice() !== "waiting" || key !== router.state.location.key) return;
		}
		const mayReload = claimReload(location.pathname);
		status.fail(mayReload ? undefined : "incomplete");
		if (mayReload) location.reload();
	}
}

/** Position of the shown entry, as the router counts; `NaN` for entries of the address bar. */
function indexOf({ state }: History): number {
	return Number(state?.idx ?? Number.NaN);
}

/** Whether the document at this address is the page of the address. */
function isOwnPage({ payload, config }: AppState, { pathname }: Location): boolean {
	return payload.kind !== "page" || pathname === urlPath(config.basePath, payload.page.path);
}
