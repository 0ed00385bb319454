import type { Page } from "playwright-core";
import { beforeAll, describe, expect } from "vitest";
import { type ListeningAnalytics, listenAnalytics } from "../support/analytics.ts";
import type { AnalyticsApp } from "../support/analytics-app.tsx";
import { PROJECT_KEY, storedEvents } from "../support/analytics-service.ts";
import { bundleClient, endCollecting, openClientPage } from "../support/client-page.ts";
import { defineFlag, test } from "../support/counted-site.ts";

let script: Uint8Array;

beforeAll(async () => {
	script = await bundleClient("analytics-app.tsx");
});

describe("useAnalytics()", () => {
	test("captures, also before the client is there, and makes an anonymous visitor known, and anonymous again", async ({
		page,
	}) => {
		const analytics = await open(page);

		await page.evaluate(() => {
			window.analytics.capture("before", { plan: "free" });
			window.analytics.identify("user-1", { plan: "pro" });
			window.analytics.capture("as user");
			window.analytics.reset();
			window.analytics.capture("after");
		});

		await endCollecting(page);
		await expect.poll(() => namesIn(analytics).length).toBe(4);
		const stored = (name: string) =>
			storedEvents(analytics.store).find(({ event }) => event === name);
		const idOf = (name: string) => stored(name)?.distinctId;
		expect(stored("before")?.properties).toMatchObject({ plan: "free" });
		expect(idOf("as user")).toBe("user-1");
		expect(idOf("after")).not.toBe("user-1");
		expect(idOf("after")).not.toBe(idOf("before"));
		const person = analytics.store.persons.find("user-1");
		expect(person).toMatchObject({ isIdentified: true, properties: { plan: "pro" } });
		expect(person?.distinctIds).toContain(idOf("before"));
	});

	test("adds the visitor to a group, until a reset", async ({ page }) => {
		const analytics = await open(page);

		await page.evaluate(() => {
			window.analytics.group("company", "peas", { plan: "pro" });
			window.analytics.capture("as member");
			window.analytics.reset();
			window.analytics.capture("after");
		});

		await endCollecting(page);
		await expect.poll(() => namesIn(analytics)).toContain("after");
		const groupsOf = (name: string) =>
			storedEvents(analytics.store).find(({ event }) => event === name)?.properties["$groups"];
		expect(namesIn(analytics)).toContain("$groupidentify");
		expect(groupsOf("as member")).toEqual({ company: "peas" });
		expect(groupsOf("after")).toBeUndefined();
	});

	test("says who the visitor is, as soon as that changes", async ({ page }) => {
		await open(page);
		const identity = page.locator("#identity");

		expect(await identity.textContent()).toBe("anonymous");
		await page.evaluate(() => window.analytics.identify("user-1"));
		expect(await identity.textContent()).toBe("user-1");
		await page.evaluate(() => window.analytics.identify("user-2"));
		expect(await identity.textContent()).toBe("user-2");
		await page.evaluate(() => window.analytics.reset());
		expect(await identity.textContent()).toBe("anonymous");
	});

	test("asks for the flags of each identity, and sends what makes it one", async ({ page }) => {
		const bodies = recordDecideBodies(page);
		const answered = page.waitForEvent("requestfinished", (request) =>
			request.url().includes("/decide/"),
		);
		const analytics = await open(page, { variant: "wide" });
		// The client forgets who it was before with every answer, also with a late one.
		await answered;

		await page.evaluate(() => window.analytics.identify("user-1"));
		await expect.poll(() => bodies.length).toBe(2);
		await page.evaluate(() => window.analytics.reset());
		await expect.poll(() => bodies.length).toBe(3);

		const [before, known, after] = bodies;
		expect(known).toMatchObject({ distinct_id: "user-1", $anon_distinct_id: before?.distinct_id });
		expect(after?.distinct_id).not.toBe("user-1");
		expect(after?.distinct_id).not.toBe(before?.distinct_id);
		await endCollecting(page);
		await expect.poll(() => namesIn(analytics)).toContain("$identify");
	});

	test("asks once for the flags when they are wished for five times in a row", async ({ page }) => {
		const bodies = recordDecideBodies(page);
		await open(page, { variant: "wide" });
		await expect.poll(() => page.locator("output").textContent()).toBe("wide");

		const answered = page.waitForResponse(/\/decide\//);
		await page.evaluate(() => {
			for (let wish = 0; wish < 5; wish += 1) window.analytics.reloadFlags();
		});
		await answered;
		await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));

		expect(bodies.length).toBe(2);
	});

	test("refuses placeholder ids with a console error, and sends nothing", async ({
		page,
		faults,
	}) => {
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

		await endCollecting(page);
		await expect.poll(() => namesIn(analytics)).toEqual(["after"]);
		expect(REFUSED).not.toContain(storedEvents(analytics.store)[0]?.distinctId);
		expect(errors).toEqual(
			REFUSED.map((id) => `identify() needs an id that names one person: got "${id}"`),
		);
	});

	test("does nothing without a key, where flags have their fallback", async ({ page }) => {
		const requests: string[] = [];
		page.on("request", (request) => requests.push(new URL(request.url()).pathname));
		await open(page, { key: "" });
		expect(await page.locator("#wide").textContent()).toBe("The usual layout");
		expect(await page.locator("#any").textContent()).toBe("");

		await page.evaluate(() => {
			window.analytics.capture("unheard");
			window.analytics.identify("");
			window.analytics.reset();
		});
		await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));

		expect(requests.filter((path) => !/^\/(client\.js|favicon\.ico)?$/.test(path))).toEqual([]);
	});
});

describe("useFlag() and <Flag>", () => {
	test("give the value with its payload and the children, and report once that they were seen", async ({
		page,
	}) => {
		const analytics = await open(page, { variant: "wide" });

		await expect
			.poll(() => stateOf(page))
			.toEqual({ status: "known", value: "wide", payload: { columns: 3 } });
		expect(await page.locator("#wide").textContent()).toBe("The wide layout");
		expect(await page.locator("#any").textContent()).toBe("A new layout");
		await endCollecting(page);
		await expect.poll(() => namesIn(analytics)).toEqual(["$feature_flag_called"]);
		expect(storedEvents(analytics.store)[0]?.properties).toMatchObject({
			$feature_flag: "layout",
			$feature_flag_response: "wide",
		});
	});

	test("keep what was known when it cannot be asked for again, or the answer is anything else, and say so", async ({
		page,
		faults,
	}) => {
		faults.allow(/PostHog|status of 500/);
		await open(page, { variant: "wide" });

		for (const [status, body] of [
			[500, ""],
			[200, "<!doctype html><h1>Sign in</h1>"],
			[200, '{"status":"ok"}'],
			[200, '{"featureFlags":{},"errorsWhileComputingFlags":true}'],
		] as const) {
			await page.evaluate(() => window.analytics.reloadFlags());
			await expect.poll(() => stateOf(page)).toMatchObject({ status: "known" });
			await page.route(/\/decide\//, (route) =>
				route.fulfill({ status, body, headers: { "access-control-allow-origin": "*" } }),
			);
			await page.evaluate(() => window.analytics.reloadFlags());

			await expect
				.poll(() => stateOf(page), { message: body })
				.toEqual({ status: "errored", value: "wide", payload: { columns: 3 } });
			await page.unroute(/\/decide\//);
		}
	});

	test("stay undefined when the service does not answer as it should", async ({ page, faults }) => {
		faults.allow(/status of 500/);
		const warned = page.waitForEvent("console", (message) =>
			message.text().includes("Bad HTTP status 500"),
		);

		await open(page, { isBroken: true });

		await warned;
		// The warning comes from the client, a moment before the app hears of it.
		await expect.poll(() => stateOf(page)).toEqual({ status: "errored" });
		expect(await page.locator("output").textContent()).toBe("undefined");
	});
});

/** Two of those in `refused-id.test.ts`. */
const REFUSED = ["", "[object Object]"];

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
	if (variant !== undefined) {
		defineFlag(analytics, { key: "layout", variant, payload: { columns: 3 } });
	}
	await openClientPage(page, script);
	const parameters: Parameters<AnalyticsApp["startApp"]> = [key, analytics.url];
	await page.evaluate(([token, host]) => window.startApp(token, host), parameters);
	await page.locator("output").waitFor();
	return analytics;
}

interface DecideBody {
	readonly distinct_id: string;
	readonly $anon_distinct_id?: string;
}

/** What the client asks for flags with, in the order of asking. */
function recordDecideBodies(page: Page): readonly DecideBody[] {
	const bodies: DecideBody[] = [];
	page.on("request", (request) => {
		const body = request.postData();
		if (!request.url().includes("/decide/") || body === null) return;
		const data = new URLSearchParams(body).get("data") ?? "";
		bodies.push(JSON.parse(Buffer.from(data, "base64").toString()));
	});
	return bodies;
}

async function stateOf(page: Page): Promise<unknown> {
	return JSON.parse((await page.locator("#state").textContent()) ?? "");
}

function namesIn({ store }: ListeningAnalytics): readonly string[] {
	return storedEvents(store).map(({ event }) => event);
}
