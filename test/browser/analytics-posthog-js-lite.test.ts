import type { Page } from "playwright-core";
import { expect } from "vitest";
import { type ListeningAnalytics, listenAnalytics } from "../support/analytics.ts";
import { PROJECT_KEY, storedEvents } from "../support/analytics-service.ts";
import { test } from "../support/browser-test.ts";
import { bundleClient, openClientPage } from "../support/client-page.ts";
import { defineFlag } from "../support/counted-site.ts";
import type { PostHog } from "../support/posthog-js-lite.ts";

declare global {
	interface Window {
		client: { readonly PostHog: typeof PostHog };
		lite: PostHog;
	}
}

let analytics: ListeningAnalytics;

test("posthog-js-lite stores events once, identifies a person, and gets flags and payloads", async ({
	page,
}) => {
	await open(page);

	const answers = await page.evaluate(async () => {
		for (let number = 0; number < 60; number += 1) window.lite.capture("counted", { number });
		window.lite.identify("user-1", { plan: "pro" });
		await window.lite.reloadFeatureFlagsAsync();
		return {
			layout: window.lite.getFeatureFlag("layout"),
			payload: window.lite.getFeatureFlagPayload("layout"),
			off: window.lite.getFeatureFlag("off"),
		};
	});

	expect(answers).toEqual({ layout: "wide", payload: { columns: 3 }, off: false });
	await expect.poll(() => namesOf("$identify")).toHaveLength(1);
	expect(analytics.store.persons.find("user-1")?.properties).toMatchObject({ plan: "pro" });
	await expect.poll(() => namesOf("counted")).toHaveLength(60);
	const numbers = storedEvents(analytics.store).map(({ properties }) => properties["number"]);
	expect(new Set(numbers.filter((number) => number !== undefined)).size).toBe(60);
});

async function open(page: Page): Promise<void> {
	analytics = await listenAnalytics();
	defineFlag(analytics, { key: "layout", variant: "wide", payload: { columns: 3 } });
	defineFlag(analytics, { key: "off", property: "absent" });
	await openClientPage(page, await bundleClient("posthog-js-lite.ts"));
	await page.evaluate(
		([token, host]) => {
			const options = { host, flushAt: 10, flushInterval: 100, persistence: "memory" } as const;
			window.lite = new window.client.PostHog(token, { ...options });
		},
		[PROJECT_KEY, analytics.url] as const,
	);
}

function namesOf(name: string): readonly string[] {
	return storedEvents(analytics.store)
		.map(({ event }) => event)
		.filter((event) => event === name);
}
