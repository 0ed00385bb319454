import type { Clock } from "../freshness/freshness.ts";
import { whenIdle } from "../when-idle.ts";
import { whenVisible } from "../when-visible.ts";
import {
	type Connection,
	createPrefetcher,
	type Prefetcher,
	type PrefetchOptions,
} from "./prefetch.ts";
import { prefetchLinks } from "./prefetch-links.ts";

export interface PrefetchingParts extends Pick<PrefetchOptions, "loadPayload" | "onTakenLate"> {
	readonly page: Window;
	readonly clock: Clock;
	readonly basePath: string;
	readonly onNavigated: (callback: () => void) => void;
}

/** Joins the prefetcher to the links of the page and to what the browser knows of the line. */
export function startPrefetching(parts: PrefetchingParts): Prefetcher {
	const { page, clock, basePath, onNavigated, loadPayload, onTakenLate } = parts;
	const prefetcher = createPrefetcher({
		loadPayload,
		...(onTakenLate === undefined ? {} : { onTakenLate }),
		clock,
		whenIdle: (work) => whenVisible(page.document, () => whenIdle(page, work)),
		connection: () => connectionOf(page.navigator),
	});
	prefetchLinks({ page, prefetcher, onNavigated, basePath, origin: page.location.origin });
	return prefetcher;
}

/** Not all browsers have it, and TypeScript knows of none: it is read as what it is, unknown. */
function connectionOf(navigator: Navigator): Connection | undefined {
	const connection: unknown = "connection" in navigator ? navigator.connection : undefined;
	if (typeof connection !== "object" || connection === null) return undefined;
	const { effectiveType, saveData } = connection as Record<string, unknown>;
	return {
		...(typeof effectiveType === "string" ? { effectiveType } : {}),
		...(typeof saveData === "boolean" ? { saveData } : {}),
	};
}
