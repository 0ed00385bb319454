import { previewToken } from "../../../shared/page/middleware.ts";
import type { PublicConfig } from "../../../shared/page/public-config.ts";
import {
	ANONYMOUS,
	type Analytics,
	type Consent,
	FLAG_OFF,
	type Identity,
	PENDING_FLAG,
} from "../../components/analytics-context.ts";
import type { View } from "../../view.ts";
import { whenIdle } from "../browser-clock.ts";
import { createListeners } from "../listeners.ts";
import type { AnalyticsClient, AnalyticsClientOptions } from "./analytics-client.ts";
import type { Choice, ConsentKeeperOptions } from "./consent-keeper.tsx";
import { type PageView, sendViews } from "./send-views.ts";

export interface AnalyticsParts {
	readonly page: Window;
	readonly config: Pick<PublicConfig, "analytics" | "basePath">;
	readonly buildId: string;
	/** Fetches the client's chunk. */
	readonly loadClient: () => Promise<(options: AnalyticsClientOptions) => AnalyticsClient>;
	/** Loads the chunk of a site that requires consent. */
	readonly loadConsent: () => Promise<(options: ConsentOptions) => KeepChoice>;
}

type ConsentOptions = Omit<ConsentKeeperOptions, "showOverlay">;

type KeepChoice = (choice: Choice) => void;

/** The analytics of one tab. */
export interface PageAnalytics extends Analytics {
	/** Called with the shown view, once its title is set. */
	readonly shown: (view: View) => void;
	/** Called when the page returned from the back-forward cache, which counts as a view. */
	readonly returned: () => void;
	/** Makes a visitor anonymous if the browser still stores the id of an earlier sign-in. */
	readonly forgetKnown: () => void;
	/** Fetches the client when the page is loaded and the browser is idle. */
	readonly start: () => void;
}

/** Calls that wait for the client, and return nothing. */
type LaterCall = "capture" | "group" | "reportFlag" | "reloadFlags" | "enroll" | "forgetKnown";

type Work = (client: AnalyticsClient) => void;

/** A page that queues more probably has a loop. */
const MAX_WAITING = 200;

/** Queues everything until the client is loaded, when the browser is idle. */
export function createAnalytics(parts: AnalyticsParts): PageAnalytics {
	const { page, config, buildId } = parts;
	const target = { key: config.analytics.key, host: hostUrl(page, config), buildId };
	const waiting: Work[] = [];
	const { subscribe, notify } = createListeners();
	const unsent = new Set<PageView>();
	let isOn = mayCount(page, config.analytics);
	let consent: Consent = isOn && config.analytics.consent === "required" ? "pending" : "none";
	let isIdle = false;
	let isLoading = false;
	let client: AnalyticsClient | undefined;
	let keeper: Promise<KeepChoice> | undefined;
	let identity: Identity = ANONYMOUS;
	let current: View | undefined;
	let last: { readonly address: string; readonly path: string } | undefined;

	function maySend(): boolean {
		return isOn && (consent === "none" || consent === "granted");
	}

	/** Whether to queue events; some are sent only if the visitor agrees later. */
	function mayHear(): boolean {
		return isOn && consent !== "denied";
	}

	function withClient(work: Work): void {
		if (client !== undefined && maySend()) work(client);
		else if (mayHear() && waiting.length < MAX_WAITING) waiting.push(work);
	}

	function later<Name extends LaterCall>(name: Name): AnalyticsClient[Name] {
		return (...given: unknown[]) =>
			withClient((loaded) => Reflect.apply(loaded[name], loaded, given));
	}

	function setIdentity(next: Identity): void {
		identity = next;
		notify();
	}

	async function load(): Promise<void> {
		if (isLoading || !isIdle || !maySend()) return;
		isLoading = true;
		try {
			const createClient = await parts.loadClient();
			// Running, starting and flushing are separate tasks, so that none blocks for long.
			await idle();
			isLoading = maySend();
			if (!isLoading) return;
			const started = createClient({
				...target,
				maySend,
				onFlags: notify,
				identity: config.analytics.identity,
				webVitals: config.analytics.webVitals,
				measure: config.analytics.measure,
			});
			await idle();
			client = started;
			if (!maySend()) started.keepIdentity(false);
			for (const work of waiting.splice(0)) work(client);
			// Listeners could not read flags that arrived before `client` was set.
			notify();
		} catch (cause) {
			isOn = false;
			forget();
			notify();
			console.warn("Analytics could not be loaded", cause);
		}
	}

	function idle(): Promise<void> {
		return new Promise((resolve) => whenIdle(page, resolve));
	}

	function forget(): void {
		waiting.length = 0;
		unsent.clear();
		last = undefined;
	}

	function openConsent(): Promise<KeepChoice> {
		keeper ??= parts.loadConsent().then((createKeeper) =>
			createKeeper({
				page,
				projectKey: config.analytics.key,
				hasBanner: config.analytics.banner === true,
				onChoice: settle,
			}),
		);
		return keeper;
	}

	function choose(choice: Choice): void {
		if (consent === "none") return;
		settle(choice);
		// The choice applies even if it cannot be stored for the next page.
		openConsent().then((keep) => keep(choice), warnOfConsent);
	}

	function settle(choice: Choice): void {
		if (consent === choice) return;
		consent = choice;
		if (choice === "denied") {
			forget();
			identity = ANONYMOUS;
			client?.keepIdentity(false);
		} else {
			client?.keepIdentity(true);
			if (current !== undefined) shown(current);
			if (client === undefined) void load();
			else for (const work of waiting.splice(0)) work(client);
		}
		notify();
	}

	function shown(view: View): void {
		// A withheld page counts once its flag is decided.
		if (view.kind === "page" && view.page.isWithheld === true) return;
		current = view;
		if (!mayHear()) return;
		const { href, pathname, search } = page.location;
		// A fragment or a refresh of the same page is not a new view.
		if (last?.address === pathname + search) return;
		const pageView: PageView = {
			url: href,
			// Publicly shared statistics must not contain the title of a private page.
			title: view.kind === "page" && view.page.isPrivate ? "" : page.document.title,
			status: view.kind === "error" ? view.error.status : 200,
			at: Date.now(),
			cameFrom: last?.path,
		};
		last = { address: pathname + search, path: pathname };
		unsent.add(pageView);
		withClient((loaded) => {
			if (unsent.delete(pageView)) loaded.view(pageView);
		});
	}

	/** Called when the tab closes or enters the back-forward cache. */
	function sendUnsent(): void {
		if (client !== undefined || unsent.size === 0 || !maySend()) return;
		sendViews(page, target, [...unsent]);
		unsent.clear();
	}

	// Registered at once: a visitor may leave before React has hydrated the page.
	if (isOn) page.addEventListener("pagehide", sendUnsent);

	return {
		mayHear,
		capture: later("capture"),
		group: later("group"),
		identify(id, properties) {
			if (!mayHear()) return;
			withClient((loaded) => loaded.identify(id, properties));
			setIdentity({ kind: "identified", id });
		},
		reset() {
			withClient((loaded) => loaded.reset());
			setIdentity(ANONYMOUS);
		},
		identity: () => identity,
		flag(flagKey) {
			if (!maySend()) return FLAG_OFF;
			return client?.flag(flagKey) ?? PENDING_FLAG;
		},
		reportFlag: later("reportFlag"),
		reloadFlags: later("reloadFlags"),
		earlyAccessFeatures: () =>
			new Promise((resolve) => {
				if (maySend()) withClient((loaded) => resolve(loaded.earlyAccessFeatures()));
				else resolve([]);
			}),
		enroll: later("enroll"),
		consent: () => consent,
		grant: () => choose("granted"),
		deny: () => choose("denied"),
		subscribe,
		forgetKnown: later("forgetKnown"),
		shown,
		returned() {
			last = undefined;
			if (current !== undefined) shown(current);
		},
		start() {
			if (!isOn) return;
			whenLoaded(page, () =>
				whenIdle(page, () => {
					isIdle = true;
					if (consent === "none") void load();
					else openConsent().catch(warnOfConsent);
				}),
			);
		},
	};
}

function warnOfConsent(cause: unknown): void {
	console.warn("The visitor's consent could not be read or stored", cause);
}

/** Resolves the host; a path is relative to the base path. */
function hostUrl(page: Window, { analytics, basePath }: AnalyticsParts["config"]): string {
	const { host } = analytics;
	const { href } = new URL(host.startsWith("/") ? basePath + host : host, page.location.origin);
	return href.replace(/\/+$/, "");
}

/** Runs the work after the images of the page are loaded. */
function whenLoaded(page: Window, work: () => void): void {
	if (page.document.readyState === "complete") work();
	else page.addEventListener("load", work, { once: true });
}

function mayCount(page: Window, { key, honorDoNotTrack }: PublicConfig["analytics"]): boolean {
	if (key === "" || (honorDoNotTrack && asksNotToBeTracked(page.navigator))) return false;
	// Authors are not counted, and the signed link must not reach the service.
	return previewToken(page.location.search) === undefined;
}

/** @see https://www.w3.org/TR/gpc/ */
function asksNotToBeTracked(navigator: Navigator): boolean {
	// TypeScript lacks both: one is withdrawn, the other is not supported everywhere.
	const wishes = navigator as { doNotTrack?: unknown; globalPrivacyControl?: unknown };
	return wishes.doNotTrack === "1" || wishes.globalPrivacyControl === true;
}
