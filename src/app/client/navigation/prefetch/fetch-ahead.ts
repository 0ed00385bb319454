import { type Payload, PREFETCH_HEADER } from "../../../../shared/page/payload.ts";
import type { PublicConfig } from "../../../../shared/page/public-config.ts";
import type { RouteLocation, RouteMatcher } from "../../../../shared/routing/route-matcher.ts";
import { hasCode } from "../../../pages/page-table.ts";
import type { Clock } from "../../browser-clock.ts";
import type { LoadPage } from "../../load-page.ts";
import type { Connection } from "../../updates/connection.ts";
import type { PayloadAnswer, PayloadRequest } from "../load-payload.ts";
import type {
	LinkPrefetcher,
	PrefetchKey,
	PrefetchLinksOptions,
	PrefetchWish,
} from "./prefetch-links.ts";

export interface FetchAheadParts extends Pick<PrefetchLinksOptions, "linkedPage" | "whenIdle"> {
	readonly page: Window;
	readonly config: PublicConfig;
	/** Id of the running build. */
	readonly buildId: string;
	readonly clock: Clock;
	readonly connection: Connection;
	readonly fetchPayload: (request: PayloadRequest) => Promise<PayloadAnswer>;
	readonly loadPage: LoadPage;
	/** Called when a shown prefetched page has changed on the server. */
	readonly onChanged: () => void;
}

/** Prefetches the payloads of linked pages, and the operator's rules. */
export interface FetchAhead {
	/** Starts 1 s after the app is ready, and loads its code then. */
	readonly start: () => void;
	/** @returns The prefetched payload of this page; all other requests are aborted. */
	readonly take: (path: string, query: string) => Promise<Payload | undefined> | undefined;
	readonly redirectFor: (location: RouteLocation) => string | undefined;
	/** Called when another page is in the document. */
	readonly watch: () => void;
}

const START_AFTER_MS = 1000;

/** Delay, so that the requests of the page itself come first. */
const ASK_AGAIN_AFTER_MS = 400;

export function createFetchAhead(parts: FetchAheadParts): FetchAhead {
	const { page, config, buildId, clock, connection, fetchPayload, loadPage } = parts;
	const { linkedPage } = parts;
	let links: LinkPrefetcher | undefined;
	let matcher: RouteMatcher | undefined;

	function whenIdle(work: () => void): void {
		whenVisible(page.document, () => parts.whenIdle(work));
	}

	async function begin(): Promise<void> {
		if (!mayPrefetch(page.navigator)) return;
		try {
			const { createHttpClient, fetchRouteMatcher } = await import("../../updates/site-client.ts");
			const { prefetchLinks } = await import("./prefetch-links.ts");
			links ??= prefetchLinks({
				...{ page, clock, linkedPage, whenIdle, loadPayload, onTakenLate },
				mayPrefetch: () => mayPrefetch(page.navigator),
			});
			matcher = await fetchRouteMatcher(createHttpClient({ baseUrl: config.basePath }), buildId);
		} catch (error) {
			// Without the manifest the server redirects, which costs one more request.
			console.warn("The build manifest could not be fetched", error);
			throw error;
		}
	}

	/** Fetches a payload and loads the chunk of its page; code of the site folder waits for the pointer. */
	async function loadPayload({ prefetch, ...request }: PrefetchKey): Promise<Payload | undefined> {
		const headers = { [PREFETCH_HEADER]: prefetch };
		const payload = usable(await fetchPayload({ ...request, headers }));
		const isWanted = payload?.kind === "page" && (prefetch === "pointed" || !hasCode(payload.page));
		// The navigation recovers from a lost chunk.
		if (isWanted) await loadPage(payload.page).catch(() => undefined);
		return payload;
	}

	/** A prefetched page is shown at once, and refreshed if its author saved it meanwhile. */
	function onTakenLate(request: PrefetchWish, taken: Promise<Payload | undefined>): void {
		clock.after(ASK_AGAIN_AFTER_MS, () => void askAgain(request, taken));
	}

	async function askAgain(
		request: PrefetchWish,
		taken: Promise<Payload | undefined>,
	): Promise<void> {
		const [shown, now] = await Promise.all([taken, fetchPayload(request).then(usable)]);
		if (now !== undefined && JSON.stringify(now) !== JSON.stringify(shown)) parts.onChanged();
	}

	return {
		start() {
			// `begin()` has logged the cause.
			const load = (): void => void connection.loadPart(begin).catch(() => undefined);
			clock.after(START_AFTER_MS, () => whenVisible(page.document, load));
		},
		take(path, query) {
			const taken = links?.prefetcher.take(path, query);
			links?.prefetcher.drop();
			return taken;
		},
		redirectFor: (location) => matcher?.redirectFor(location, config.basePath)?.to,
		watch: () => links?.watch(),
	};
}

function usable(answer: PayloadAnswer): Payload | undefined {
	return answer === "unreachable" ? undefined : answer;
}

/** Runs the work when the tab is shown: of twenty tabs opened at once, the visitor sees one. */
export function whenVisible(document: Document, work: () => void): void {
	if (document.hidden) {
		const again = (): void => whenVisible(document, work);
		document.addEventListener("visibilitychange", again, { once: true });
	} else {
		work();
	}
}

/**
 * Whether the connection allows prefetching without cost or delay for the visitor. Called each time,
 * because a phone changes networks. TypeScript lacks `connection`, as do some browsers.
 */
export function mayPrefetch(navigator: object): boolean {
	const connection: unknown = "connection" in navigator ? navigator.connection : undefined;
	const { effectiveType, saveData } = Object(connection);
	return saveData !== true && effectiveType !== "slow-2g" && effectiveType !== "2g";
}
