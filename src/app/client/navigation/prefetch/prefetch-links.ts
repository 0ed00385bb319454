import type { Payload, Prefetch } from "../../../../shared/page/payload.ts";
import type { Clock } from "../../browser-clock.ts";

export interface PrefetchLinksOptions extends PrefetchOptions {
	readonly page: Window;
	/** @returns The target page of the link around an element, unless it is shown already. */
	readonly linkedPage: (target: EventTarget | null) => PrefetchWish | undefined;
}

export interface LinkPrefetcher {
	readonly prefetcher: Prefetcher;
	/** Observes the links again; called after the page changed. */
	readonly watch: () => void;
}

/** The server marks links to missing pages and to redirects. */
const LINKS = "a[href]:not([data-missing], [data-redirect])";

/** Prefetches the targets of visible links, and of the link under the pointer or with focus. */
export function prefetchLinks(options: PrefetchLinksOptions): LinkPrefetcher {
	const { page, linkedPage } = options;
	const prefetcher = createPrefetcher(options);
	const seen = new IntersectionObserver((entries) => {
		for (const { isIntersecting, target } of entries) {
			if (!isIntersecting) continue;
			seen.unobserve(target);
			prefetchBehind(target, prefetcher.later);
		}
	});

	function watch(): void {
		seen.disconnect();
		for (const link of page.document.querySelectorAll(LINKS)) seen.observe(link);
	}

	for (const kind of ["pointerover", "focusin"] as const) {
		page.document.addEventListener(kind, ({ target }) => {
			const link = target instanceof Element ? target.closest(LINKS) : null;
			prefetchBehind(link, prefetcher.now);
		});
	}
	watch();
	return { prefetcher, watch };

	function prefetchBehind(target: EventTarget | null, prefetch: Prefetcher["now"]): void {
		const behind = linkedPage(target);
		if (behind !== undefined) prefetch(behind.path, behind.query);
	}
}

export interface PrefetchOptions {
	readonly loadPayload: (key: PrefetchKey) => Promise<Payload | undefined>;
	readonly clock: Clock;
	/** Runs the work when the browser is idle. */
	readonly whenIdle: (work: () => void) => void;
	/** Called with a payload that was taken more than 200 ms after its request started. */
	readonly onTakenLate: (key: PrefetchWish, payload: Promise<Payload | undefined>) => void;
	/** Whether the connection allows prefetching; called before each request. */
	readonly mayPrefetch: () => boolean;
}

/** The page whose payload is prefetched. */
export interface PrefetchWish {
	/** Decoded, without base path. */
	readonly path: string;
	/** With its question mark, or empty. */
	readonly query: string;
}

/** Key of a payload request, with its reason and its abort signal. */
export interface PrefetchKey extends PrefetchWish {
	readonly prefetch: Prefetch;
	readonly signal: AbortSignal;
}

export interface Prefetcher {
	/** For a visible link: fetched when the browser is idle. */
	readonly later: (path: string, query: string) => void;
	/** For a link under the pointer or with focus: fetched at once. */
	readonly now: (path: string, query: string) => void;
	/** @returns The prefetched payload, or the pending one; each can be taken once. */
	readonly take: (path: string, query: string) => Promise<Payload | undefined> | undefined;
	/** Clears the queue and aborts pending requests: a navigation needs the connection. */
	readonly drop: () => void;
}

/** More parallel requests would slow down the requests of the visitor. */
const MAX_AT_ONCE = 2;

/** A page may have thousands of links. */
const MAX_PER_PAGE = 24;

/** Lifetime of a payload: an author may save the page meanwhile. */
const FRESH_MS = 30_000;

/** An older payload is shown at once, then fetched again. */
const REVALIDATE_AFTER_MS = 200;

/** Fetches payloads before the click. */
export function createPrefetcher(options: PrefetchOptions): Prefetcher {
	const { clock } = options;
	const waiting = new Map<string, PrefetchWish>();
	const fetched = new Map<string, Fetched>();
	/** Pending requests that no navigation took. */
	const droppable = new Map<string, AbortController>();
	let underWay = 0;
	let fetchedOfPage = 0;

	function isKnown(key: string): boolean {
		const known = fetched.get(key);
		return known !== undefined && clock.now() - known.startedMs < FRESH_MS;
	}

	function later(path: string, query: string): void {
		const key = path + query;
		if (isKnown(key) || !options.mayPrefetch()) return;
		waiting.set(key, { path, query });
		options.whenIdle(fetchNext);
	}

	function now(path: string, query: string): void {
		const key = path + query;
		waiting.delete(key);
		if (!isKnown(key) && options.mayPrefetch()) start(key, { path, query, prefetch: "pointed" });
	}

	function fetchNext(): void {
		const [next] = waiting;
		if (next === undefined || underWay >= MAX_AT_ONCE || fetchedOfPage >= MAX_PER_PAGE) return;
		const [key, wish] = next;
		waiting.delete(key);
		fetchedOfPage += 1;
		start(key, { ...wish, prefetch: "visible" });
	}

	function start(key: string, request: Omit<PrefetchKey, "signal">): void {
		const controller = new AbortController();
		const { signal } = controller;
		underWay += 1;
		const payload = options
			.loadPayload({ ...request, signal })
			// The navigation makes its own request and handles the failure.
			.catch(() => undefined)
			.finally(() => {
				underWay -= 1;
				options.whenIdle(fetchNext);
			});
		const entry: Fetched = { payload, startedMs: clock.now() };
		fetched.set(key, entry);
		droppable.set(key, controller);
		void payload.then((value) => {
			if (droppable.get(key) === controller) droppable.delete(key);
			// Not reused: by the click, the error may be gone, or the visitor may have signed out.
			const isPrivate = value?.kind === "page" && value.page.isPrivate;
			const isOfUse = value !== undefined && value.kind !== "error" && !isPrivate;
			if (!isOfUse && fetched.get(key) === entry) fetched.delete(key);
		});
	}

	function take(path: string, query: string): Promise<Payload | undefined> | undefined {
		const key = path + query;
		const known = isKnown(key) ? fetched.get(key) : undefined;
		// A taken request belongs to the navigation and is not aborted.
		droppable.delete(key);
		fetched.delete(key);
		if (known !== undefined && clock.now() - known.startedMs > REVALIDATE_AFTER_MS) {
			options.onTakenLate({ path, query }, known.payload);
		}
		return known?.payload;
	}

	function drop(): void {
		waiting.clear();
		fetchedOfPage = 0;
		for (const [key, controller] of droppable) {
			controller.abort();
			fetched.delete(key);
		}
		droppable.clear();
		for (const key of fetched.keys()) if (!isKnown(key)) fetched.delete(key);
	}

	return { later, now, take, drop };
}

interface Fetched {
	readonly payload: Promise<Payload | undefined>;
	readonly startedMs: number;
}
