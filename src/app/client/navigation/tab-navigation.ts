import { createBrowserRouter, createPath, type DataRouter, NavigationType } from "react-router";
import type { AppState } from "../../../shared/page/public-config.ts";
import { belowBasePath, readPath, urlPath } from "../../../shared/routing/routes.ts";
import type {
	NavigationStatus,
	Notice,
	NoticeAnswer,
} from "../../components/navigation-context.ts";
import { PAGE_TABLE } from "../../pages/page-table.ts";
import { loaderDataOf } from "../../router.tsx";
import { type View, viewOfState } from "../../view.ts";
import type { Clock } from "../browser-clock.ts";
import { createListeners } from "../listeners.ts";
import type { LoadPage } from "../load-page.ts";
import { readStored } from "../stored.ts";
import type { Connection } from "../updates/connection.ts";
import { createReloadGuard, type ReloadGuard } from "../updates/reload-guard.ts";
import { type BrowserRoutesParts, createBrowserRoutes } from "./browser-routes.tsx";
import { createDataStrategy, type DataStrategyParts, type Pending } from "./data-strategy.ts";
import { followLinks, unmarkFollowed } from "./follow-links.ts";
import { loadPayload, type PayloadAnswer, type PayloadRequest } from "./load-payload.ts";
import { type ViewSources, viewOfPage } from "./load-view.ts";

export interface TabNavigationParts
	extends Pick<DataStrategyParts, "prepare">,
		Pick<BrowserRoutesParts, "onArrival">,
		Pick<ViewSources, "isFor" | "redirectFor"> {
	readonly page: Window;
	readonly state: AppState;
	readonly clock: Clock;
	readonly connection: Connection;
	readonly loadPage: LoadPage;
	/** @returns The payload of a page, if it was prefetched. */
	readonly takePrefetched: (path: string, query: string) => Promise<PayloadAnswer> | undefined;
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
	/** Loads the shown page again. */
	readonly refresh: () => void;
	readonly start: () => void;
}

export async function createTabNavigation(parts: TabNavigationParts): Promise<TabNavigation> {
	const { page, state, clock, connection, loadPage } = parts;
	const { config, buildId } = state;
	const { basePath } = config;
	const { document, history, location } = page;
	let liveBuild = buildId;
	let pending: Pending | undefined;
	let problem: Notice | undefined;
	let isRefreshDue = false;
	restoreScroll(page);
	const reloads = createReloadGuard({ page, now: clock.now });
	const firstView = await loadFirstView(parts, reloads);
	const { subscribe, notify } = createListeners();
	const { promise: started, resolve } = Promise.withResolvers<void>();
	const visited = new Map<string, View>();
	const sources: ViewSources = {
		...{ basePath, loadPage },
		isFor: parts.isFor,
		redirectFor: parts.redirectFor,
		isStale: () => liveBuild !== buildId,
		isReachable: connection.isReachable,
		// Each newer build allows one more reload: a folder with code may be deployed every few seconds.
		claimReload: (path) => reloads.claim(liveBuild === buildId ? path : `${path} ${liveBuild}`),
		async loadPayload(request) {
			const prefetched = await parts.takePrefetched(request.path, request.query);
			request.signal?.throwIfAborted();
			return prefetched ?? fetchPayload(request);
		},
	};
	const router = createBrowserRouter(createBrowserRoutes({ ...parts, onLostPart }), {
		window: page,
		basename: basePath || "/",
		hydrationData: {
			...(firstView.kind === "page" && firstView.loaded),
			loaderData: loaderDataOf(firstView, PAGE_TABLE),
		},
		dataStrategy: createDataStrategy({
			...{ page, clock, sources, visited, started, cancel },
			router: () => router,
			prepare: parts.prepare,
			whenBack: connection.whenBack,
			send,
			onUnsent: () => cancel("unsent"),
			onPending,
		}),
	});
	if (isOwnPage(state, location)) visited.set(location.pathname + location.search, firstView);
	let shown = { key: router.state.location.key, index: indexOf(history) };
	router.subscribe(({ location: { key }, navigation }) => {
		if (key !== shown.key) shown = { key, index: indexOf(history) };
		if (navigation.state === "idle") rest();
	});
	followLinks({ page, basePath, onClick: (url) => void started.then(() => follow(url)) });
	const status: NavigationStatus = {
		subscribe,
		notice: () => pending?.notice ?? problem ?? visitedNotice(router),
		isBusy: () => pending?.isLate === true,
		answer,
	};
	return { router, status, firstView, fetchPayload, onBuild, refresh, start };

	function onBuild(seen: string): void {
		liveBuild = seen;
	}

	async function fetchPayload(request: PayloadRequest): Promise<PayloadAnswer> {
		const source = { basePath, buildId, fetch: page.fetch.bind(page), onBuild };
		const answer = await loadPayload(source, request);
		// Without a server, the tab must not show what the server has refused since.
		if (typeof answer === "object" && answer.kind !== "page") {
			visited.delete(urlPath(basePath, request.path) + request.query);
		}
		return answer;
	}

	async function send(request: Request): Promise<PayloadAnswer> {
		const { method, url, signal, headers } = request;
		const { pathname, search: query } = new URL(url);
		const reading = readPath(belowBasePath(basePath, pathname) ?? "");
		if (reading.kind !== "path") return { kind: "document" };
		const { path } = reading;
		if (method === "GET") return fetchPayload({ path, query, signal });
		const type = headers.get("content-type") ?? "text/plain";
		const body = await request.arrayBuffer();
		return fetchPayload({ path, query, signal, method, body, headers: { "content-type": type } });
	}

	function start(): void {
		page.addEventListener("pageshow", onPageShow);
		resolve();
		// The visitor may have stepped through the history before this script ran.
		if (!isOwnPage(state, location)) follow(location.href);
		else if (isWithheld(firstView)) refresh();
	}

	function follow(url: string): void {
		const { pathname, search, hash } = new URL(url);
		// As in browsers, the same URL replaces its entry.
		const to = { pathname: belowBasePath(basePath, pathname) ?? "/", search, hash };
		void router.navigate(to, { replace: url === shownUrl() });
	}

	function shownUrl(): string {
		return new URL(createPath(router.state.location), location.origin).href;
	}

	function refresh(): void {
		isRefreshDue = router.state.navigation.state !== "idle";
		if (!isRefreshDue) void router.revalidate();
	}

	function refreshVisited(): void {
		if (visitedNotice(router) !== undefined) refresh();
	}

	function onPending(next: Pending): void {
		pending = next;
		problem = undefined;
		if (next.notice === "waiting") unmarkFollowed(document);
		// Removed when idle: some browsers do not cache a page with this listener for back and forward.
		if (isClick() && !next.isLeaving) page.addEventListener("beforeunload", yieldToBrowser);
		else page.removeEventListener("beforeunload", yieldToBrowser);
		notify();
	}

	function rest(): void {
		pending = undefined;
		unmarkFollowed(document);
		page.removeEventListener("beforeunload", yieldToBrowser);
		notify();
		if (visitedNotice(router) !== undefined) connection.whenBack(refreshVisited);
		// The router is still busy with its update.
		if (isRefreshDue) queueMicrotask(refresh);
	}

	function cancel(because?: Notice): void {
		const { navigation, location: target } = router.state;
		problem = because;
		pending = undefined;
		notify();
		if (navigation.state === "idle") return;
		const by = shown.index - indexOf(history);
		if (by) {
			history.go(by);
			return;
		}
		const { pathname, search, hash, state: kept } = target;
		void router.navigate(
			{ pathname: belowBasePath(basePath, pathname) ?? "/", search, hash },
			{ replace: true, state: kept, preventScrollReset: true, defaultShouldRevalidate: false },
		);
	}

	function answer(kind: NoticeAnswer): void {
		const isSlow = pending?.notice === "slow";
		if (kind === "cancel" && !isSlow) cancel();
		if (kind === "load-document" && isSlow) pending?.giveUp();
		if (isSlow && pending !== undefined) pending = { ...pending, notice: undefined };
		notify();
	}

	function isClick(): boolean {
		const { state: phase, historyAction } = router.state.navigation;
		return phase !== "idle" && historyAction !== NavigationType.Pop;
	}

	/** As in browsers, a later navigation cancels a click. */
	function yieldToBrowser(): void {
		if (isClick()) cancel();
	}

	function onPageShow({ persisted }: PageTransitionEvent): void {
		if (!persisted) return;
		yieldToBrowser();
		// A document that the browser loads for a step back counts as a view, too.
		if (shownUrl() === location.href) parts.onReturn();
	}

	/** Recovers from the loss of a chunk that a component loads: the shown page stays meanwhile. */
	async function onLostPart(): Promise<void> {
		const { key } = router.state.location;
		if (!(await connection.isReachable())) {
			problem = "waiting";
			notify();
			await new Promise<void>(connection.whenBack);
			if (problem !== "waiting" || key !== router.state.location.key) return;
		}
		problem = sources.claimReload(location.pathname) ? undefined : "incomplete";
		notify();
		if (problem === undefined) location.reload();
	}
}

/** Position of the shown entry, as the router counts; `NaN` for entries of the address bar. */
function indexOf({ state }: History): number {
	return Number(state?.idx ?? Number.NaN);
}

function visitedNotice({ state }: DataRouter): Notice | undefined {
	const view = viewOfState(state);
	return view.kind === "page" && view.isVisited === true ? "cached" : undefined;
}

function isWithheld(view: View): boolean {
	return view.kind === "page" && view.page.isWithheld === true;
}

/** Whether the document at this address is the page of the address. */
function isOwnPage({ payload, config }: AppState, { pathname }: Location): boolean {
	return payload.kind !== "page" || pathname === urlPath(config.basePath, payload.page.path);
}

/** Restores the scroll position of a document, as React Router's own script does. */
function restoreScroll(page: Window): void {
	const { history } = page;
	if (history.state?.key === undefined) {
		history.replaceState({ ...history.state, key: Math.random().toString(36).slice(2) }, "");
	}
	const stored = readStored(page, "sessionStorage", "react-router-scroll-positions") ?? "{}";
	try {
		const top: unknown = JSON.parse(stored)[history.state.key];
		if (typeof top === "number" && page.scrollY === 0) page.scrollTo(0, top);
	} catch {
		// Written by another script.
	}
}

/**
 * Loads the view that the document shows.
 *
 * When the chunk of its page is lost, the document is reloaded once. If it is still lost, the
 * server's page stays, with plain links, and the promise never settles.
 *
 * @throws {TypeError} When the payload is neither a page nor an error.
 */
async function loadFirstView(
	{ page: { location }, state: { payload }, loadPage, connection }: TabNavigationParts,
	reloads: ReloadGuard,
): Promise<View> {
	if (payload.kind === "error") return payload;
	if (payload.kind !== "page") throw new TypeError(`No document shows a "${payload.kind}"`);
	try {
		return await connection.loadPart(() => viewOfPage(loadPage, payload, location.search));
	} catch (cause) {
		console.warn("A part of this page is missing", cause);
		if (reloads.claimLastingly(location.pathname)) location.reload();
		return new Promise(() => undefined);
	}
}
