import { previewToken } from "../../shared/preview.ts";
import type { PublicConfig } from "../../shared/public-config.ts";
import type { Analytics } from "../components/analytics-context.ts";
import type { View } from "../view.ts";
import type { AnalyticsClient, AnalyticsClientOptions } from "./analytics-client.ts";
import { isRefusedId } from "./refused-id.ts";
import { sendViews } from "./send-views.ts";
import { whenIdle } from "./when-idle.ts";

export interface AnalyticsParts {
	readonly page: Window;
	readonly config: Pick<PublicConfig, "analytics" | "basePath">;
	/** Fetches the client's chunk. */
	readonly loadClient: () => Promise<(options: AnalyticsClientOptions) => AnalyticsClient>;
}

/** The analytics of one tab. */
export interface PageAnalytics extends Analytics {
	/** To be told what is on the screen, once its title is set. */
	readonly shown: (view: View) => void;
	/** Fetches the client when the page is done and the browser idle. */
	readonly start: () => void;
}

/** One page view, as it was when it happened. */
export interface PageView {
	readonly url: string;
	readonly title: string;
	/** HTTP status of the page. */
	readonly status: number;
	/** Path of the page that was shown before it in this tab. */
	readonly cameFrom: string | undefined;
}

type Work = (client: AnalyticsClient) => void;

/** A page that sends more than this before its client is there is in a loop. */
const MAX_WAITING = 200;

/** Counts without being in the way: until the client is there, everything waits in a queue. */
export function createAnalytics({ page, config, loadClient }: AnalyticsParts): PageAnalytics {
	const target = { key: config.analytics.key, host: hostUrl(page, config) };
	const waiting: Work[] = [];
	const listeners = new Set<() => void>();
	const unsent = new Set<PageView>();
	let isOn = mayCount(page, config.analytics);
	let client: AnalyticsClient | undefined;
	let last: { readonly address: string; readonly path: string } | undefined;

	function withClient(work: Work): void {
		if (client !== undefined) work(client);
		else if (isOn && waiting.length < MAX_WAITING) waiting.push(work);
	}

	async function load(): Promise<void> {
		try {
			const createClient = await loadClient();
			client = createClient({
				...target,
				onFlags: () => {
					for (const listener of listeners) listener();
				},
			});
			for (const work of waiting.splice(0)) work(client);
		} catch (cause) {
			isOn = false;
			waiting.length = 0;
			unsent.clear();
			console.warn("Analytics could not be loaded", cause);
		}
	}

	/** What is left when the tab goes away, or is put aside and may come back. */
	function sendUnsent(): void {
		if (client !== undefined || unsent.size === 0) return;
		sendViews(page, target, [...unsent]);
		unsent.clear();
	}

	return {
		capture: (event, properties) => withClient((loaded) => loaded.capture(event, properties)),
		identify(id, properties) {
			if (!isOn) return;
			if (isRefusedId(id)) {
				console.error(`identify() needs an id that names one person: got "${id}"`);
			} else withClient((loaded) => loaded.identify(id, properties));
		},
		reset: () => withClient((loaded) => loaded.reset()),
		flag: (flagKey) => client?.flag(flagKey),
		reportFlag: (flagKey) => withClient((loaded) => loaded.reportFlag(flagKey)),
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		shown(view) {
			if (!isOn) return;
			const { href, pathname, search } = page.location;
			// A place on the page, or the same page anew, is no other page.
			if (last?.address === pathname + search) return;
			const pageView: PageView = {
				url: href,
				title: page.document.title,
				status: view.kind === "error" ? view.error.status : 200,
				cameFrom: last?.path,
			};
			last = { address: pathname + search, path: pathname };
			unsent.add(pageView);
			withClient((loaded) => {
				if (unsent.delete(pageView)) loaded.view(pageView);
			});
		},
		start() {
			if (!isOn) return;
			page.addEventListener("pagehide", sendUnsent);
			whenLoaded(page, () => whenIdle(page, () => void load()));
		},
	};
}

/** A path lies below the base path, like everything of this site. */
function hostUrl(page: Window, { analytics, basePath }: AnalyticsParts["config"]): string {
	const { host } = analytics;
	const { href } = new URL(host.startsWith("/") ? basePath + host : host, page.location.origin);
	return href.replace(/\/+$/, "");
}

/** The pictures of the page come first. */
function whenLoaded(page: Window, work: () => void): void {
	if (page.document.readyState === "complete") work();
	else page.addEventListener("load", work, { once: true });
}

function mayCount(page: Window, { key, honorDoNotTrack }: PublicConfig["analytics"]): boolean {
	if (key === "" || (honorDoNotTrack && asksNotToBeTracked(page.navigator))) return false;
	// An author who looks at a draft is no visitor, and the key to the draft is nobody's business.
	return previewToken(page.location.search) === undefined;
}

/** @see https://www.w3.org/TR/gpc/ */
function asksNotToBeTracked(navigator: Navigator): boolean {
	// TypeScript knows of neither: one is withdrawn, the other not yet everywhere.
	const wishes = navigator as { doNotTrack?: unknown; globalPrivacyControl?: unknown };
	return wishes.doNotTrack === "1" || wishes.globalPrivacyControl === true;
}
