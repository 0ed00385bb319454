import { type Payload, PREFETCH_HEADER, type Prefetch } from "../../shared/page/payload.ts";
import type { PageOfParts } from "../page-module.ts";
import { SITE_CODE } from "../site-code.ts";
import type { Clock } from "./browser-clock.ts";
import type { LoadPage } from "./load-page.ts";
import { appLink } from "./navigation/follow-links.ts";
import type { PayloadAnswer, PayloadRequest } from "./navigation/load-payload.ts";

export interface PrefetcherParts {
	readonly clock: Clock;
	/** Runs the work when the browser is idle. */
	readonly whenIdle: (work: () => void) => void;
	/** Whether the connection allows prefetching; called before each request. */
	readonly mayPrefetch: () => boolean;
	readonly fetchPayload: (request: PayloadRequest) => Promise<PayloadAnswer>;
	readonly loadPage: LoadPage;
	/** Called when a shown prefetched page has changed on the server. */
	readonly onChanged: () => void;
}

export type Prefetcher = ReturnType<typeof createPrefetcher>;

/** More parallel requests would slow down the requests of the visitor. */
const MAX_AT_ONCE = 2;

/** A page may have thousands of links. */
const MAX_PER_PAGE = 24;

/** Lifetime of a payload: an author may save the page meanwhile. */
const FRESH_MS = 30_000;

/** An older payload is shown at once, then fetched again. */
const REVALIDATE_AFTER_MS = 200;

/** Delay, so that the requests of the page itself come first. */
const ASK_AGAIN_AFTER_MS = 400;

interface Prefetched {
	readonly payload: Promise<Payload | undefined>;
	readonly startedMs: number;
	/** Aborts the request; absent: it is answered. */
	controller?: AbortController | undefined;
}

/** Fetches the payloads of pages before the click. Its keys are URLs without a fragment. */
export function createPrefetcher(parts: PrefetcherParts) {
	const { clock, whenIdle, fetchPayload } = parts;
	const waiting = new Map<string, Prefetch>();
	const fetched = new Map<string, Prefetched>();
	let underWay = 0;
	let fetchedOfPage = 0;
	return {
		/** Fetches a page when the browser is idle. */
		later(url: string, prefetch: Prefetch): void {
			if (freshAt(url) === undefined) waiting.set(url, prefetch);
			whenIdle(fetchNext);
		},
		/** Fetches a page at once, with its code. */
		now(url: string): void {
			waiting.delete(url);
			const known = freshAt(url);
			if (known === undefined) start(url, "pointed");
			else void known.payload.then((payload) => loadCode(payload, "pointed"));
		},
		take,
	};

	function freshAt(url: string): Prefetched | undefined {
		const known = fetched.get(url);
		return known !== undefined && clock.now() - known.startedMs < FRESH_MS ? known : undefined;
	}

	function fetchNext(): void {
		const [next] = waiting;
		if (next === undefined || underWay >= MAX_AT_ONCE || fetchedOfPage >= MAX_PER_PAGE) return;
		waiting.delete(next[0]);
		fetchedOfPage += 1;
		start(...next);
	}

	function start(url: string, prefetch: Prefetch): void {
		if (!parts.mayPrefetch()) return;
		const controller = new AbortController();
		underWay += 1;
		// The navigation makes its own request and handles the failure.
		const payload = load(url, prefetch, controller.signal).catch(() => undefined);
		const entry: Prefetched = { payload, controller, startedMs: clock.now() };
		fetched.set(url, entry);
		void payload.then((value) => {
			underWay -= 1;
			entry.controller = undefined;
			if (!isOfUse(value) && fetched.get(url) === entry) fetched.delete(url);
			whenIdle(fetchNext);
		});
	}

	async function load(
		url: string,
		prefetch: Prefetch,
		signal: AbortSignal,
	): Promise<Payload | undefined> {
		const headers = { [PREFETCH_HEADER]: prefetch };
		const payload = usable(await fetchPayload({ url, signal, headers }));
		await loadCode(payload, prefetch);
		return payload;
	}

	/** Loads the chunk of a page. Code of the site folder waits until the visitor points at the link. */
	async function loadCode(payload: Payload | undefined, prefetch: Prefetch): Promise<void> {
		if (payload?.kind !== "page" || (prefetch === "visible" && hasCode(payload.page))) return;
		// The navigation recovers from a lost chunk.
		await parts.loadPage(payload.page).catch(() => undefined);
	}

	/**
	 * Aborts all other requests, because a navigation needs the connection.
	 *
	 * @returns The prefetched payload, or the pending one; each can be taken once.
	 */
	function take(target: string): Promise<Payload | undefined> | undefined {
		const url = withoutFragment(target);
		const known = freshAt(url);
		fetched.delete(url);
		waiting.clear();
		fetchedOfPage = 0;
		for (const [other, { controller }] of fetched) {
			controller?.abort();
			if (controller !== undefined || freshAt(other) === undefined) fetched.delete(other);
		}
		if (known !== undefined && clock.now() - known.startedMs > REVALIDATE_AFTER_MS) {
			clock.after(ASK_AGAIN_AFTER_MS, () => void askAgain(url, known.payload));
		}
		return known?.payload;
	}

	/** A prefetched page is shown at once, and refreshed if its author saved it meanwhile. */
	async function askAgain(url: string, taken: Promise<Payload | undefined>): Promise<void> {
		const [shown, now] = await Promise.all([taken, fetchPayload({ url }).then(usable)]);
		if (now !== undefined && JSON.stringify(now) !== JSON.stringify(shown)) parts.onChanged();
	}
}

function usable(answer: PayloadAnswer): Payload | undefined {
	return answer === "unreachable" ? undefined : answer;
}

/** By the click, an error may be gone, or the visitor may have signed out. */
function isOfUse(payload: Payload | undefined): boolean {
	if (payload?.kind === "page") return payload.page.isPrivate !== true;
	return payload !== undefined && payload.kind !== "error";
}

/** The server marks links to missing pages and to redirects. `Link` has the property `prefetch`. */
const LINKS = "a[href]:not([data-missing], [data-redirect], [data-prefetch=none])";

/**
 * Prefetches the targets of visible links, and of the link under the pointer or with focus.
 *
 * @returns A function that observes the links again; called after the page changed.
 */
export function prefetchLinks(
	{ document, location }: Window,
	basePath: string,
	prefetcher: Prefetcher,
): () => void {
	const seen = new IntersectionObserver((entries) => {
		for (const { isIntersecting, target } of entries) {
			if (!isIntersecting) continue;
			seen.unobserve(target);
			prefetchLater(target);
		}
	});
	// Touching also points.
	for (const kind of ["pointerover", "focusin"]) {
		document.addEventListener(kind, ({ target }) => {
			const url = urlBehind(target instanceof Element ? target.closest(LINKS) : null);
			if (url !== undefined) prefetcher.now(url);
		});
	}
	watch();
	return watch;

	function watch(): void {
		seen.disconnect();
		for (const link of document.querySelectorAll<HTMLElement>(LINKS)) {
			const { prefetch } = link.dataset;
			if (prefetch === "render") prefetchLater(link);
			else if (prefetch !== "intent") seen.observe(link);
		}
	}

	function prefetchLater(link: Element): void {
		const url = urlBehind(link);
		// A component that names a time wants code and loaders, too.
		const prefetch = link.hasAttribute("data-prefetch") ? "pointed" : "visible";
		if (url !== undefined) prefetcher.later(url, prefetch);
	}

	/** @returns `undefined` for links that the browser handles, and for the shown page. */
	function urlBehind(target: EventTarget | null): string | undefined {
		const link = appLink(target, { origin: location.origin, basePath });
		if (link?.pathname === location.pathname && link.search === location.search) return undefined;
		return link && withoutFragment(link.href);
	}
}

function withoutFragment(url: string): string {
	return url.split("#", 1)[0] ?? url;
}

/** Whether modules of the site folder show a page. */
function hasCode({ id, layout, components = [] }: PageOfParts): boolean {
	const isModule = SITE_CODE.pages.some((page) => page.id === id);
	return isModule || SITE_CODE.layouts[layout] !== undefined || components.length > 0;
}
