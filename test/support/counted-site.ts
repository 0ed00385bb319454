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

/** User agent of a browser with a window: the client sends nothing for headless browsers. */
export const VISITOR = { userAgent: CHROME };

/** A test whose `page` has the user agent of a visitor. */
export const test = base.extend("opened", ({ openPage }) => openPage(VISITOR));

export interface CountedSiteOptions {
	readonly files: SiteFiles;
	readonly path?: string;
	readonly environment?: Readonly<Record<string, string>>;
	/** Can add hooks to the analytics service before it listens. */
	readonly hook?: (service: ListeningAnalytics["service"]) => void;
	/** Can define flags in the store of the analytics service. */
	readonly prepare?: (analytics: ListeningAnalytics) => void;
}

export interface CountedSite {
	readonly analytics: ListeningAnalytics;
	readonly url: string;
}

/** Opens a page of a site that forwards events to its own analytics service. */
export async function openCountedSite(
	page: Page,
	options: CountedSiteOptions,
): Promise<CountedSite> {
	const { files, path = "/", environment = {}, hook, prepare } = options;
	const analytics = await listenAnalytics(hook);
	prepare?.(analytics);
	const site = await startTestSite(files, {
		// The site queues events that the service refuses, so a service that refuses needs its own site.
		ANALYTICS_UPSTREAM: hook === undefined ? await sharedAddress(analytics) : analytics.url,
		POSTHOG_KEY: PROJECT_KEY,
		...environment,
	});
	await hideAutomation(page);
	// The page closes first, so that nothing is left to send when the site stops.
	onTestFinished(() => page.close());
	await page.goto(site.url + path);
	await hydrated(page);
	return { analytics, url: site.url };
}

let current: ListeningAnalytics | undefined;
const front = createServer((...exchange) => current?.service.server.emit("request", ...exchange));

/** @returns A shared address for the services of all tests, so that the tests of a file share a site. */
async function sharedAddress(analytics: ListeningAnalytics): Promise<string> {
	current = analytics;
	if (!front.listening) await once(front.listen(0, "127.0.0.1").unref(), "listening");
	// A server that listens on a port has an `AddressInfo`.
	return `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
}

/** @returns Stored events with a name, oldest first. */
export function eventsNamed({ store }: Pick<ListeningAnalytics, "store">, name: string) {
	return storedEvents(store).filter(({ event }) => event === name);
}

/** Paths of viewed pages in alphabetical order, because tests do not depend on the order of views. */
export function viewedPaths(analytics: Pick<ListeningAnalytics, "store">): readonly string[] {
	return eventsNamed(analytics, "$pageview")
		.map(({ properties }) => String(properties["$pathname"]))
		.toSorted();
}

/** @returns URLs of future requests to analytics and for its client; the list grows. */
export function recordAnalyticsRequests(page: Page): readonly string[] {
	return recordRequests(page, /\/ingest\/|analytics-client/);
}

export interface DefinedFlag {
	readonly key: string;
	/** Absent: the flag is boolean. */
	readonly variant?: string;
	/** JSON payload of the flag. */
	readonly payload?: unknown;
	/** Person property that a visitor must have, with the value 1; absent: every visitor has the flag. */
	readonly property?: string;
	/** Whether visitors can enable the flag for themselves. */
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
