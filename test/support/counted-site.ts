import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { type ListeningAnalytics, listenAnalytics } from "./analytics.ts";
import { PROJECT_KEY, storedEvents } from "./analytics-service.ts";
import { test as base } from "./browser-test.ts";
import { hideAutomation } from "./client-page.ts";
import { hydrated } from "./hydrated.ts";
import type { SiteFiles } from "./site-folder.ts";
import { recordRequests } from "./site-page.ts";
import { startTestSite } from "./start-test-site.ts";
import { CHROME } from "./visitor.ts";

/** The client is silent for browsers that say that they have no window. */
export const VISITOR = { userAgent: CHROME };

/** A test whose `page` is a visitor's. */
export const test = base.extend("opened", ({ openPage }) => openPage(VISITOR));

export interface CountedSiteOptions {
	readonly files: SiteFiles;
	readonly path?: string;
	readonly environment?: Readonly<Record<string, string>>;
	/** May add hooks to the analytics service before it listens. */
	readonly hook?: (service: ListeningAnalytics["service"]) => void;
	/** May define flags in its store. */
	readonly prepare?: (analytics: ListeningAnalytics) => void;
}

export interface CountedSite {
	readonly analytics: ListeningAnalytics;
	readonly url: string;
}

/** Opens a page of a site whose events go through it to a service of its own. */
export async function openCountedSite(
	page: Page,
	options: CountedSiteOptions,
): Promise<CountedSite> {
	const { files, path = "/", environment = {}, hook, prepare } = options;
	const analytics = await listenAnalytics(hook);
	prepare?.(analytics);
	const site = await startTestSite(files, {
		// What a service does not take waits with the site: one that refuses has a site of its own.
		ANALYTICS_UPSTREAM: hook === undefined ? await sharedAddress(analytics) : analytics.url,
		POSTHOG_KEY: PROJECT_KEY,
		...environment,
	});
	await hideAutomation(page);
	// The page goes first, so that nothing is left to send when the site stops.
	onTestFinished(() => page.close());
	await page.goto(site.url + path);
	await hydrated(page);
	return { analytics, url: site.url };
}

let current: ListeningAnalytics | undefined;
const front = createServer((...exchange) => current?.service.server.emit("request", ...exchange));

/** @returns One address for the services of all tests, so that the tests of a file share a site. */
async function sharedAddress(analytics: ListeningAnalytics): Promise<string> {
	current = analytics;
	if (!front.listening) await once(front.listen(0, "127.0.0.1").unref(), "listening");
	// A server that listens on a port has an address with one.
	return `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
}

/** @returns The stored events of a name, in the order of their arrival. */
export function eventsNamed({ store }: Pick<ListeningAnalytics, "store">, name: string) {
	return storedEvents(store).filter(({ event }) => event === name);
}

/** In alphabetical order: which of two views came first is not what tests are about. */
export function viewedPaths(analytics: Pick<ListeningAnalytics, "store">): readonly string[] {
	return eventsNamed(analytics, "$pageview")
		.map(({ properties }) => String(properties["$pathname"]))
		.toSorted();
}

/** @returns What is asked from now on of analytics, and for its client. */
export function recordAnalyticsRequests(page: Page): readonly string[] {
	return recordRequests(page, /\/ingest\/|analytics-client/);
}

export interface DefinedFlag {
	readonly key: string;
	/** Absent: the flag is simply on. */
	readonly variant?: string;
	/** JSON that comes with it. */
	readonly payload?: unknown;
	/** The person property that a visitor must have, with the value 1; absent: everybody has the flag. */
	readonly property?: string;
	/** Whether visitors may switch it on for themselves. */
	readonly isEarlyAccess?: boolean;
}

export function defineFlag({ store }: Pick<ListeningAnalytics, "store">, flag: DefinedFlag): void {
	const { key, variant, payload, property, isEarlyAccess = false } = flag;
	const properties =
		property === undefined
			? []
			: [{ key: property, type: "person", operator: "exact", value: "1" }];
	const filters = {
		groups: [{ properties, rollout_percentage: isEarlyAccess ? 0 : 100 }],
		...(variant === undefined
			? {}
			: { multivariate: { variants: [{ key: variant, rollout_percentage: 100 }] } }),
		...(payload === undefined
			? {}
			: { payloads: { [variant ?? "true"]: JSON.stringify(payload) } }),
		...(isEarlyAccess ? { feature_enrollment: true } : {}),
	};
	const body = { key, name: key, active: true, filters };
	store.documents.put({ kind: "flag", key, body }, Date.now());
}
