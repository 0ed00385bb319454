import { belowBasePath, readPath } from "../../../../shared/routing/routes.ts";
import type { Clock } from "../../browser-clock.ts";
import { whenIdle } from "../../when-idle.ts";
import { whenVisible } from "../../when-visible.ts";
import { appLink } from "../app-link.ts";
import { mayPrefetch } from "./may-prefetch.ts";
import { createPrefetcher, type Prefetcher, type PrefetchOptions } from "./prefetch.ts";

export interface PrefetchLinksOptions extends Pick<PrefetchOptions, "loadPayload" | "onTakenLate"> {
	readonly page: Window;
	readonly clock: Clock;
	readonly basePath: string;
}

export interface LinkPrefetcher {
	readonly prefetcher: Prefetcher;
	/** Looks at the links of the page anew: it has changed. */
	readonly watch: () => void;
}

/** The server marks the links that are known to lead nowhere. */
const LINKS = "a[href]:not([data-missing])";

/** Prefetches behind the links of the page: those that can be seen, and the one that is meant. */
export function prefetchLinks(options: PrefetchLinksOptions): LinkPrefetcher {
	const { page, clock, basePath, loadPayload, onTakenLate } = options;
	const prefetcher = createPrefetcher({
		loadPayload,
		onTakenLate,
		clock,
		whenIdle: (work) => whenVisible(page.document, () => whenIdle(page, work)),
		mayPrefetch: () => mayPrefetch(page.navigator),
	});
	const seen = new IntersectionObserver((entries) => {
		for (const { isIntersecting, target } of entries) {
			if (!isIntersecting) continue;
			seen.unobserve(target);
			prefetchBehind(page.location, basePath, target, prefetcher.later);
		}
	});

	function watch(): void {
		seen.disconnect();
		for (const link of page.document.querySelectorAll(LINKS)) seen.observe(link);
	}

	for (const kind of ["pointerover", "focusin"] as const) {
		page.document.addEventListener(kind, ({ target }) => {
			const link = target instanceof Element ? target.closest(LINKS) : null;
			prefetchBehind(page.location, basePath, link, prefetcher.now);
		});
	}
	watch();
	return { prefetcher, watch };
}

function prefetchBehind(
	{ origin, pathname, search }: Location,
	basePath: string,
	target: EventTarget | null,
	prefetch: Prefetcher["now"],
): void {
	const link = appLink(target, { origin, basePath });
	if (link === undefined) return;
	// The page itself, and a place in it, are here already.
	if (link.pathname === pathname && link.search === search) return;
	const reading = readPath(belowBasePath(basePath, link.pathname) ?? "");
	if (reading.kind === "path") prefetch(reading.path, link.search);
}
