import {
	createPrefetcher,
	type Prefetcher,
	type PrefetchOptions,
	type PrefetchWish,
} from "./prefetch.ts";

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
