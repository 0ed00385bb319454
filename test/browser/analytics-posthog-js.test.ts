import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { FastifyInstance } from "fastify";
import type { Page } from "playwright-core";
import type { PostHog, PostHogConfig } from "posthog-js";
import { describe, expect } from "vitest";
import { type ListeningAnalytics, listenAnalytics } from "../support/analytics.ts";
import { PROJECT_KEY, storedEvents } from "../support/analytics-service.ts";
import { test } from "../support/browser-test.ts";
import { openClientPage } from "../support/client-page.ts";
import { lengthsOf } from "../support/lengths.ts";
import { CHROME } from "../support/visitor.ts";

const require = createRequire(import.meta.url);

const { clients } = lengthsOf("test/browser/analytics-posthog-js.test.ts");

/**
 * The client that the site ships, and the current one in its self-contained form. The short form has the
 * current one: the tests of pages go through the other.
 */
const CLIENTS = [
	["posthog-js 1.215.1", require.resolve("posthog-js/dist/array.full.js")],
	["the current posthog-js", require.resolve("posthog-js-latest/dist/array.full.js")],
] as const;

/** As a site sets its client up; flushed as often as the client allows, for shorter tests. */
const OPTIONS: Partial<PostHogConfig> = {
	persistence: "memory",
	person_profiles: "identified_only",
	capture_pageview: false,
	opt_out_useragent_filter: true,
	request_queue_config: { flush_interval_ms: 250 },
};

declare global {
	interface Window {
		posthog: PostHog;
	}
}

let analytics: ListeningAnalytics;

describe.each(CLIENTS.slice(-clients))("%s", (_name, file) => {
	test("captures in a loop, but nothing after opting out until opting in, and every event is stored once", async ({
		page,
	}) => {
		await open(page, file);

		await page.evaluate(() => {
			window.posthog.opt_out_capturing();
			window.posthog.capture("unwanted");
			window.posthog.opt_in_capturing();
			for (let number = 0; number < 80; number += 1) {
				window.posthog.capture("counted", { number });
			}
		});

		await expect.poll(() => namesOf("counted")).toHaveLength(80);
		const numbers = storedEvents(analytics.store).flatMap(({ properties }) =>
			properties["number"] === undefined ? [] : [properties["number"]],
		);
		expect(new Set(numbers).size).toBe(80);
		expect(namesOf("unwanted")).toEqual([]);
	});

	test("views a page with its address and title, describes groups, identifies a person with their anonymous past, and starts anew after reset", async ({
		openPage,
	}) => {
		const { page } = await openPage({ userAgent: CHROME });
		await open(page, file);

		const anonymous = await page.evaluate(() => {
			const before = window.posthog.get_distinct_id();
			window.posthog.capture("$pageview");
			window.posthog.identify("user-1", { plan: "pro" });
			window.posthog.group("company", "acme", { tier: "gold" });
			return before;
		});
		await expect.poll(() => namesOf("$identify")).toHaveLength(1);
		const next = await page.evaluate(() => {
			window.posthog.reset();
			window.posthog.capture("next");
			return window.posthog.get_distinct_id();
		});

		await expect
			.poll(() => namesOf().toSorted())
			.toEqual(["$groupidentify", "$identify", "$pageview", "next"]);
		const view = storedEvents(analytics.store).find(({ event }) => event === "$pageview");
		expect(view?.properties).toMatchObject({ title: "A page", $pathname: "/" });
		expect(view?.bot).toBeUndefined();
		expect(analytics.store.groups.properties(0, "acme")).toMatchObject({ tier: "gold" });
		const person = analytics.store.persons.find("user-1");
		expect(person).toMatchObject({ isIdentified: true, properties: { plan: "pro" } });
		expect(person?.distinctIds).toEqual(expect.arrayContaining([anonymous, "user-1"]));
		expect(next).not.toBe(anonymous);
		expect(analytics.store.persons.find(next)).toBeUndefined();
	});

	test("gets flags, variants and payloads as they are defined, enrolls in early access and out of it, and gets them anew for who is known", async ({
		page,
	}) => {
		await open(page, file, defineFlags);

		await flagsLoaded(page);

		const answers = await page.evaluate(() => ({
			on: window.posthog.isFeatureEnabled("on"),
			off: window.posthog.isFeatureEnabled("off"),
			layout: window.posthog.getFeatureFlag("layout"),
			payload: window.posthog.getFeatureFlagPayload("layout"),
			unknown: window.posthog.getFeatureFlag("unknown"),
		}));
		expect(answers).toEqual({
			on: true,
			off: false,
			layout: "wide",
			payload: { columns: 3 },
			unknown: undefined,
		});
		const features = await page.evaluate(
			() =>
				new Promise<readonly object[]>((done) => {
					window.posthog.getEarlyAccessFeatures(done, true);
				}),
		);
		const enroll = (enrolled: boolean): Promise<void> =>
			page.evaluate((on) => {
				window.posthog.updateEarlyAccessFeatureEnrollment("shiny", on);
				window.posthog.reloadFeatureFlags();
			}, enrolled);

		expect(features).toMatchObject([{ name: "Shiny", flagKey: "shiny", stage: "beta" }]);
		await enroll(true);
		await expect.poll(() => flagOf(page, "shiny")).toBe(true);
		await expect.poll(() => namesOf("$feature_enrollment_update")).toHaveLength(1);
		await enroll(false);
		await expect.poll(() => flagOf(page, "shiny")).toBe(false);
		await page.evaluate(() => window.posthog.identify("user-1", { plan: "pro" }));
		await expect.poll(() => flagOf(page, "pro")).toBe(true);
	});

	test("sends what is left as a beacon when the page goes away", async ({ page }) => {
		await open(page, file, undefined, { request_queue_config: { flush_interval_ms: 5000 } });

		await page.evaluate(() => window.posthog.capture("last words"));
		await page.goto("about:blank");

		await expect.poll(() => namesOf("last words")).toHaveLength(1);
	});
});

async function open(
	page: Page,
	file: string,
	prepareStore: (store: ListeningAnalytics["store"]) => void = () => {},
	options: Partial<PostHogConfig> = {},
	prepareService: (service: FastifyInstance) => void = () => {},
): Promise<void> {
	analytics = await listenAnalytics(prepareService);
	prepareStore(analytics.store);
	await openClientPage(page, readFileSync(file));
	await page.evaluate(
		([token, json]) => {
			window.posthog.init(token, JSON.parse(json));
		},
		[PROJECT_KEY, settings(options)] as const,
	);
}

function settings(options: Partial<PostHogConfig> = {}): string {
	return JSON.stringify({ ...OPTIONS, ...options, api_host: analytics.url });
}

/** Names of the stored events, or only those of one name. */
function namesOf(name?: string): readonly string[] {
	return storedEvents(analytics.store)
		.map(({ event }) => event)
		.filter((event) => name === undefined || event === name);
}

async function flagsLoaded(page: Page): Promise<void> {
	await page.evaluate(
		() => new Promise<void>((done) => window.posthog.onFeatureFlags(() => done())),
	);
}

function flagOf(page: Page, key: string): Promise<string | boolean | undefined> {
	return page.evaluate((name) => window.posthog.getFeatureFlag(name), key);
}

function defineFlags(store: ListeningAnalytics["store"]): void {
	const put = (key: string, name: string, filters: object): void => {
		store.documents.put(
			{ kind: "flag", key, body: { key, name, active: true, filters } },
			Date.now(),
		);
	};
	put("on", "On", { groups: [{ properties: [], rollout_percentage: 100 }] });
	put("off", "Off", { groups: [] });
	put("pro", "For those who pay", {
		groups: [{ properties: [{ key: "plan", type: "person", operator: "exact", value: "pro" }] }],
	});
	put("shiny", "Shiny", { groups: [], feature_enrollment: true });
	put("layout", "Layout", {
		groups: [{ properties: [], rollout_percentage: 100 }],
		multivariate: { variants: [{ key: "wide", rollout_percentage: 100 }] },
		payloads: { wide: '{"columns":3}' },
	});
}
