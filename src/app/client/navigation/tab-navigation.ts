import type { DataRouter } from "react-router";
import type { AppState } from "../../../shared/page/public-config.ts";
import { urlPath } from "../../../shared/routing/routes.ts";
import type { NavigationStatus } from "../../components/navigation-context.ts";
import type { View } from "../../view.ts";
import type { Clock } from "../browser-clock.ts";
import type { Connection } from "../freshness/connection.ts";
import { createReloadGuard, type ReloadGuard } from "../freshness/reload-guard.ts";
import { createListeners } from "../listeners.ts";
import { type AppBounds, appLink } from "./app-link.ts";
import type { LoadPage } from "./load-page.ts";
import { loadPayload, type PayloadAnswer, type PayloadRequest } from "./load-payload.ts";
import { type ViewSources, viewOfPage } from "./load-view.ts";
import {
	type Entry,
	isBusy,
	needsServer,
	noticeOf,
	type Tab,
	withoutHash,
} from "./navigation-state.ts";
import { createNavigator, type TabBrowser } from "./navigator.ts";
import { createNetwork } from "./network.ts";
import { createScreen } from "./screen.tsx";
import type { ScrollMemory } from "./scroll-memory.ts";
import type { TabHistory } from "./tab-history.ts";

export interface TabNavigationParts
	extends Pick<TabBrowser, "arrive" | "prepare">,
		Pick<ViewSources, "isFor" | "redirectFor"> {
	readonly page: Window;
	readonly state: AppState;
	readonly clock: Clock;
	readonly connection: Connection;
	readonly loadPage: LoadPage;
	readonly history: TabHistory;
	readonly scrollMemory: Pick<ScrollMemory, "save">;
	/** @returns The payload of a page, if it was prefetched. */
	readonly takePrefetched: (path: string, query: string) => Promise<PayloadAnswer> | undefined;
	/** Called when the page is restored from the back-forward cache. */
	readonly onReturn: () => void;
}

/** The navigation of one tab: the machine, connected to browser, router and network. */
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
	const { page, state, clock, connection, loadPage, history, scrollMemory } = parts;
	const { config, buildId } = state;
	const { basePath } = config;
	const { document, location } = page;
	const shown = shownEntry(state, history.entry());
	let seenBuild = buildId;
	const navigator = createNavigator(shown);
	const { send } = navigator;
	const reloads = createReloadGuard({ page, now: Date.now });
	const firstView = await loadFirstView(parts, reloads);
	const network = createNetwork({
		...{ basePath, loadPage },
		isFor: parts.isFor,
		redirectFor: parts.redirectFor,
		isStale: () => navigator.tab().isStale,
		isReachable: connection.isReachable,
		// Each newer build allows one more reload: a folder with code may be deployed every few seconds.
		claimReload: (path) => reloads.claim(seenBuild === buildId ? path : `${path} ${seenBuild}`),
		async loadPayload(request) {
			const prefetched = await parts.takePrefetched(request.path, request.query);
			request.signal?.throwIfAborted();
			return prefetched ?? fetchPayload(request);
		},
	});
	network.cache(shown.url, firstView);
	const screen = createScreen({ basePath, history, view: firstView, send });
	const { subscribe, notify } = createListeners();
	const status: NavigationStatus = {
		subscribe,
		notice: () => noticeOf(navigator.tab()),
		isBusy: () => isBusy(navigator.tab()),
		answer: (kind) => send({ kind }),
	};
	// The machine handles clicks once it is started.
	followLinks({ page, basePath, onClick: (url) => send({ kind: "click", url }) });
	return { router: screen.router, status, firstView, fetchPayload, onBuild, refresh, start };

	function onBuild(seen: string): void {
		seenBuild = seen;
		send({ kind: "deploy", isStale: seen !== buildId });
	}

	function fetchPayload(request: PayloadRequest): Promise<PayloadAnswer> {
		return loadPayload({ basePath, buildId, fetch: page.fetch.bind(page), onBuild }, request);
	}

	function refresh(): void {
		send({ kind: "changed" });
	}

	function unload(): void {
		send({ kind: "unload" });
	}

	function resume(): void {
		send({ kind: "online" });
	}

	function start(): void {
		const isWithheld = firstView.kind === "page" && firstView.page.isWithheld === true;
		navigator.start({
			...{ clock, network, isWithheld, onTransition },
			browser: {
				arrive: parts.arrive,
				prepare: parts.prepare,
				show(visit, view) {
					scrollMemory.save();
					screen.show(visit, view);
				},
				go: history.go,
				adopt: history.adopt,
				leave: (url) => loadDocument(page, url),
				stop: () => page.stop(),
			},
		});
		history.listen((entry) => {
			scrollMemory.save();
			send({ kind: "pop", entry });
		});
		page.addEventListener("pageshow", ({ persisted }) => {
			if (!persisted) return;
			send({ kind: "restored" });
			// A document that the browser loads for a step back counts as a view, too.
			if (navigator.tab().shown.url === location.href) parts.onReturn();
		});
		// The visitor may have navigated before this script ran.
		if (shown.url !== history.entry().url) send({ kind: "pop", entry: history.entry() });
		if (isWithheld) refresh();
	}

	function onTransition(tab: Tab): void {
		notify();
		if (tab.phase.kind === "idle" || tab.phase.kind === "waiting") unmarkFollowed(document);
		if (needsServer(tab)) connection.whenBack(resume);
		// Removed when idle: some browsers do not cache a page with this listener for back and forward.
		if (tab.phase.kind === "loading") page.addEventListener("beforeunload", unload);
		else page.removeEventListener("beforeunload", unload);
	}
}

/** The entry of the document's own page. */
function shownEntry({ payload, config }: AppState, entry: Entry): Entry {
	if (payload.kind !== "page") return entry;
	const url = new URL(entry.url);
	const path = urlPath(config.basePath, payload.page.path);
	return url.pathname === path ? entry : { ...entry, url: url.origin + path };
}

/**
 * Leaves the app for a document. After a step through the history the address is already the
 * destination's, and an assignment that changes only the fragment loads nothing: then it reloads.
 */
function loadDocument({ location }: Window, url: string): void {
	if (withoutHash(url) === withoutHash(location.href)) location.reload();
	else location.assign(url);
}

interface FollowLinksOptions {
	readonly page: Window;
	readonly basePath: string;
	readonly onClick: (url: string) => void;
}

/** Handles clicks on all links of the app: page bodies are plain HTML. */
function followLinks({ page, basePath, onClick }: FollowLinksOptions): void {
	page.document.addEventListener("click", (event) => {
		const link = linkToFollow(event, { origin: page.location.origin, basePath });
		if (link === undefined) return;
		event.preventDefault();
		markFollowed(link);
		onClick(link.href);
	});
}

/**
 * The link that the app follows after a click.
 *
 * @returns `undefined` when the browser handles the click: another button, a held key, another
 * window, a download, a file, another origin, a path outside the app.
 */
function linkToFollow(event: MouseEvent, bounds: AppBounds): HTMLAnchorElement | undefined {
	if (event.defaultPrevented || event.button !== 0) return undefined;
	if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
	return appLink(event.target, bounds);
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

/** Attribute of the link whose page is loading. */
const MARK = "data-followed";

/** Marks the followed link at once, before its page is loaded. */
function markFollowed(link: Element): void {
	unmarkFollowed(link.ownerDocument);
	link.setAttribute(MARK, "");
}

function unmarkFollowed(document: Document): void {
	document.querySelector(`[${MARK}]`)?.removeAttribute(MARK);
}
