import { latestBuildPath } from "../../../shared/builds/latest-build.ts";
import type { Payload } from "../../../shared/page/payload.ts";
import type { AppState } from "../../../shared/page/public-config.ts";
import type { RouteMatcher } from "../../../shared/routing/route-matcher.ts";
import { browserClock } from "../browser-clock.ts";
import { loadDocument } from "../navigation/load-document.ts";
import type { LoadPage } from "../navigation/load-page.ts";
import { loadPayload, type PayloadRequest } from "../navigation/load-payload.ts";
import type { ViewSources } from "../navigation/load-view.ts";
import { createNotice } from "../navigation/notice.ts";
import type { Prefetcher } from "../navigation/prefetch.ts";
import type { Stay } from "../navigation/stay.ts";
import { whenVisible } from "../when-visible.ts";
import { createFreshness } from "./freshness.ts";
import { createReloadGuard } from "./reload-guard.ts";

/** Keeps a tab in step with a server that changes while the tab is open. */
export interface Upkeep extends Pick<ViewSources, "loadPayload" | "redirectFor" | "exits"> {
	/**
	 * For a document whose own chunk is lost: loads it once more, if that can help. Otherwise the
	 * page stays as the server made it, with plain links; the promise stays open either way.
	 */
	readonly mendDocument: (cause: unknown) => Promise<never>;
	/** Begins to watch and to prefetch, a while after the app is ready. */
	readonly start: (
		onNavigated: (callback: () => void) => void,
		/** What is shown is not what the server says by now. */
		onChanged: () => void,
	) => void;
}

/** Prefetching begins this long after the app is ready; until then not even its code is there. */
const PREFETCH_AFTER_MS = 1000;

/** A server that takes longer to name its build cannot be said to be there. */
const REACHABLE_WITHIN_MS = 5000;

/** What the page itself asks for comes first. */
const ASK_AGAIN_AFTER_MS = 400;

export interface UpkeepParts {
	readonly page: Window;
	readonly state: Pick<AppState, "config" | "buildId">;
	readonly stay: Pick<Stay, "callOff">;
	readonly loadPage: LoadPage;
}

export function createUpkeep({ page, state, stay, loadPage }: UpkeepParts): Upkeep {
	const { config, buildId } = state;
	const { basePath } = config;
	const clock = browserClock(page);
	const notice = createNotice(page);
	const reloads = createReloadGuard({ storage: sessionStorageOf(page), now: Date.now });
	let matcher: RouteMatcher | undefined;
	let prefetcher: Prefetcher | undefined;

	const freshness = createFreshness({
		buildId,
		pollMs: config.freshness.pollSeconds * 1000,
		clock,
		random: Math.random,
		isVisible: () => page.document.visibilityState === "visible",
		onFailure: (error) => console.warn("The live build could not be asked for", error),
		async fetchLatest() {
			const { fetchLatestBuild, siteClient } = await import("./site-client.ts");
			return fetchLatestBuild(siteClient(config), Date.now());
		},
	});

	function fetchPayload(request: PayloadRequest): Promise<Payload | undefined> {
		const source = { basePath, buildId, fetch: page.fetch.bind(page), onBuild: freshness.sawBuild };
		return loadPayload(source, request);
	}

	/** With the chunk that shows it: the click must not wait for that either. */
	async function prefetchPayload(request: PayloadRequest): Promise<Payload | undefined> {
		const payload = await fetchPayload(request);
		// A lost chunk is the navigation's to mend, which asks once more.
		if (payload?.kind === "page") await loadPage(payload.page.id).catch(() => undefined);
		return payload;
	}

	async function loadOrTake(request: PayloadRequest): Promise<Payload | undefined> {
		const taken = prefetcher?.take(request.path, request.query);
		prefetcher?.drop();
		const prefetched = await taken;
		request.signal?.throwIfAborted();
		return prefetched ?? fetchPayload(request);
	}

	async function isReachable(): Promise<boolean> {
		// Asked and not looked up: a browser without a network may well reach its own machine.
		try {
			const signal = AbortSignal.timeout(REACHABLE_WITHIN_MS);
			await page.fetch(basePath + latestBuildPath(Date.now()), { method: "HEAD", signal });
			return true;
		} catch {
			// Whatever has kept the answer away would keep the document away too.
			return false;
		}
	}

	async function beginToPrefetch(
		onNavigated: (callback: () => void) => void,
		onChanged: () => void,
	): Promise<void> {
		const { fetchRouteMatcher, siteClient } = await import("./site-client.ts");
		const { startPrefetching } = await import("../navigation/start-prefetching.ts");
		prefetcher = startPrefetching({
			page,
			clock,
			basePath,
			onNavigated,
			loadPayload: prefetchPayload,
			onTakenLate(request, taken) {
				clock.after(ASK_AGAIN_AFTER_MS, () => void askAgain(request, taken, onChanged));
			},
		});
		matcher = await fetchRouteMatcher(siteClient(config), buildId);
	}

	/** What was fetched ahead is shown at once, and put right if the author has saved meanwhile. */
	async function askAgain(
		request: PayloadRequest,
		taken: Promise<Payload | undefined>,
		onChanged: () => void,
	): Promise<void> {
		const [shown, now] = await Promise.all([taken, fetchPayload(request)]);
		if (now !== undefined && JSON.stringify(now) !== JSON.stringify(shown)) onChanged();
	}

	async function mendDocument(cause: unknown): Promise<never> {
		console.warn("A part of this page is missing", cause);
		const { location } = page;
		if ((await isReachable()) && reloads.claimLastingly(location.pathname)) location.reload();
		return new Promise(() => undefined);
	}

	return {
		mendDocument,
		loadPayload: loadOrTake,
		redirectFor: (location) => matcher?.redirectFor(location, basePath)?.to,
		exits: {
			isStale: freshness.isStale,
			isReachable,
			claimReload: reloads.claim,
			loadDocument: (url) => loadDocument(page, url),
			stay(sentence) {
				notice.show(sentence);
				return stay.callOff();
			},
		},
		start(onNavigated, onChanged) {
			freshness.start();
			page.document.addEventListener("visibilitychange", freshness.visibilityChanged);
			page.addEventListener("pageshow", ({ persisted }) => {
				if (persisted) freshness.visibilityChanged();
			});
			page.addEventListener("online", notice.hide);
			onNavigated(notice.hide);
			clock.after(PREFETCH_AFTER_MS, () =>
				whenVisible(page.document, () => {
					beginToPrefetch(onNavigated, onChanged).catch((error: unknown) => {
						// The server answers redirects too: without the manifest nothing is lost but time.
						console.warn("The build manifest could not be fetched", error);
					});
				}),
			);
		},
	};
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
