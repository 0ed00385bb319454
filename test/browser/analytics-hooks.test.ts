import type { Page } from "playwright-core";
import { beforeAll, describe, expect, onTestFinished } from "vitest";
import { type ListeningAnalytics, listenAnalytics } from "../support/analytics.ts";
import type { AnalyticsApp } from "../support/analytics-app.tsx";
import { PROJECT_KEY, storedEvents } from "../support/analytics-service.ts";
import { test } from "../support/browser-test.ts";
import { bundleClient, hideAutomation, serveClientPage } from "../support/client-page.ts";

let script: Uint8Array;

beforeAll(async () => {
	script = await bundleClient("analytics-app.tsx");
});

describe("useAnalytics()", () => {
	test("captures, also what happens before the client is there", async ({ openPage }) => {
		const { page } = await openPage(VISITOR);
		const analytics = await open(page);

		await page.evaluate(() => window.analytics.capture("signed up", { plan: "free" }));

		await expect.poll(() => namesIn(analytics), POLL).toEqual(["signed up"]);
		expect(storedEvents(analytics.store)[0]?.properties).toMatchObject({ plan: "free" });
	});

	test("makes an anonymous visitor known, and anonymous again", async ({ openPage }) => {
		const { page } = await openPage(VISITOR);
		const analytics = await open(page);

		await page.evaluate(() => {
			window.analytics.capture("before");
			window.analytics.identify("user-1", { plan: "pro" });
			window.analytics.capture("as user");
			window.analytics.reset();
			window.analytics.capture("after");
		});

		await expect.poll(() => namesIn(analytics).length, POLL).toBe(4);
		const idOf = (name: string): string | undefined =>
			storedEvents(analytics.store).find(({ event }) => event === name)?.distinctId;
		expect(idOf("as user")).toBe("user-1");
		expect(idOf("after")).not.toBe("user-1");
		expect(idOf("after")).not.toBe(idOf("before"));
		const person = analytics.store.persons.find("user-1");
		expect(person).toMatchObject({ isIdentified: true, properties: { plan: "pro" } });
		expect(person?.distinctIds).toContain(idOf("before"));
	});

	test("refuses ids that name nobody with a console error, and sends nothing", async ({
		openPage,
	}) => {
		const { page, faults } = await openPage(VISITOR);
		faults.allow(/needs an id that names one person/);
		const errors: string[] = [];
		page.on("console", (message) => {
			if (message.type() === "error") errors.push(message.text());
		});
		const analytics = await open(page);

		await page.evaluate((refused) => {
			for (const id of refused) window.analytics.identify(id);
			window.analytics.capture("after");
		}, REFUSED);

		await expect.poll(() => namesIn(analytics), POLL).toEqual(["after"]);
		expect(REFUSED).not.toContain(storedEvents(analytics.store)[0]?.distinctId);
		expect(errors).toEqual(
			REFUSED.map((id) => `identify() needs an id that names one person: got "${id}"`),
		);
	});

	test("does nothing without a key", async ({ openPage }) => {
		const { page } = await openPage(VISITOR);
		const requests: string[] = [];
		page.on("request", (request) => requests.push(new URL(request.url()).pathname));
		await open(page, { key: "" });

		await page.evaluate(() => {
			window.analytics.capture("unheard");
			window.analytics.identify("");
			window.analytics.reset();
		});
		await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));

		expect(requests.filter((path) => !/^\/(client\.js|favicon\.ico)?$/.test(path))).toEqual([]);
	});
});

describe("useFlag()", () => {
	test("is undefined at first, and then what is defined", async ({ openPage }) => {
		const { page } = await openPage(VISITOR);

		await open(page, { variant: "wide" });

		await expect.poll(() => page.locator("output").textContent(), POLL).toBe("wide");
	});

	test("reports once that the visitor has seen it", async ({ openPage }) => {
		const { page } = await openPage(VISITOR);
		const analytics = await open(page, { variant: "wide" });

		await expect.poll(() => namesIn(analytics), POLL).toEqual(["$feature_flag_called"]);

		expect(storedEvents(analytics.store)[0]?.properties).toMatchObject({
			$feature_flag: "layout",
			$feature_flag_response: "wide",
		});
	});

	test("stays undefined when the service does not answer as it should", async ({ openPage }) => {
		const { page, faults } = await openPage(VISITOR);
		faults.allow(/status of 500/);
		const warned = page.waitForEvent("console", (message) =>
			message.text().includes("Bad HTTP status 500"),
		);

		await open(page, { isBroken: true });

		await warned;
		expect(await page.locator("output").textContent()).toBe("undefined");
	});
});

const REFUSED = [
	"",
	" ",
	"distinct_id",
	"DistinctId",
	"anonymous",
	"Guest",
	"null",
	"undefined",
	"NaN",
	"none",
	"0",
	"true",
	"false",
	"[object Object]",
	"email",
	"id",
	"not_authenticated",
];

/** The client is silent for browsers that say that they have no window. */
const VISITOR = {
	userAgent:
		"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
};

/** The client collects for three seconds before it sends. */
const POLL = { timeout: 20_000, interval: 100 };

interface OpenOptions {
	readonly key?: string;
	/** The variant of the flag "layout" that everybody gets. */
	readonly variant?: string;
	/** Whether the service answers 500 to everything. */
	readonly isBroken?: boolean;
}

async function open(page: Page, options: OpenOptions = {}): Promise<ListeningAnalytics> {
	const { key = PROJECT_KEY, variant, isBroken = false } = options;
	const analytics = await listenAnalytics((service) => {
		if (!isBroken) return;
		service.addHook("onRequest", async ({ headers }, reply) =>
			reply.code(500).header("access-control-allow-origin", headers.origin).send("broken"),
		);
	});
	if (variant !== undefined) defineFlag(analytics, variant);
	const clientPage = await serveClientPage(script);
	onTestFinished(clientPage.close);
	await hideAutomation(page);
	await page.goto(clientPage.url);
	const parameters: Parameters<AnalyticsApp["startApp"]> = [key, analytics.url];
	await page.evaluate(([token, host]) => window.startApp(token, host), parameters);
	await page.locator("output").waitFor();
	return analytics;
}

function defineFlag({ store }: ListeningAnalytics, variant: string): void {
	const filters = {
		groups: [{ properties: [], rollout_percentage: 100 }],
		multivariate: { variants: [{ key: variant, rollout_percentage: 100 }] },
	};
	store.documents.put(
		{ kind: "flag", key: "layout", body: { key: "layout", name: "Layout", active: true, filters } },
		Date.now(),
	);
}

function namesIn({ store }: ListeningAnalytics): readonly string[] {
	return storedEvents(store).map(({ event }) => event);
}
