import { belowBasePath, readPath } from "../../../shared/routing/routes.ts";
import { type AppBounds, appLink } from "./follow-links.ts";
import type { Prefetcher } from "./prefetch.ts";

export interface PrefetchLinksOptions extends AppBounds {
	readonly page: Window;
	readonly prefetcher: Pick<Prefetcher, "later" | "now">;
	/** Calls back whenever a navigation has brought another page. */
	readonly onNavigated: (callback: () => void) => void;
}

/** The server marks the links that are known to lead nowhere. */
const LINKS = "a[href]:not([data-missing])";

/** Prefetches behind the links of the page: those that can be seen, and the one that is meant. */
export function prefetchLinks(options: PrefetchLinksOptions): void {
	const { page, prefetcher, onNavigated } = options;
	const seen = new IntersectionObserver((entries) => {
		for (const { isIntersecting, target } of entries) {
			if (!isIntersecting) continue;
			seen.unobserve(target);
			prefetchBehind(options, target, prefetcher.later);
		}
	});

	function watch(): void {
		seen.disconnect();
		for (const link of page.document.querySelectorAll(LINKS)) seen.observe(link);
	}

	for (const kind of ["pointerover", "focusin"] as const) {
		page.document.addEventListener(kind, ({ target }) => {
			const link = target instanceof Element ? target.closest(LINKS) : null;
			prefetchBehind(options, link, prefetcher.now);
		});
	}
	onNavigated(watch);
	watch();
}

function prefetchBehind(
	{ page, origin, basePath }: PrefetchLinksOptions,
	target: EventTarget | null,
	prefetch: Prefetcher["now"],
): void {
	const url = appLink(target, { origin, basePath });
	if (url === undefined) return;
	// The page itself, and a place in it, are here already.
	if (url.pathname === page.location.pathname && url.search === page.location.search) return;
	const reading = readPath(belowBasePath(basePath, url.pathname) ?? "");
	if (reading.kind === "path") prefetch(reading.path, url.search);
}
