import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "../../../src/analytics/store/totals/roll-up.ts";
import { startAnalytics } from "../../support/analytics.ts";
import { PROJECT_KEY, storedEvents } from "../../support/analytics-service.ts";
import { pageView, visitor } from "../../support/visitor.ts";

const MINUTE_MS = 60_000;

test.each<readonly [string, (now: number) => string]>([
	["of the year 1", () => "0001-01-01"],
	["before what is kept", (now) => new Date(now - 401 * DAY_MS).toISOString()],
	["two hours ahead", (now) => new Date(now + 2 * HOUR_MS).toISOString()],
	["a year ahead", (now) => new Date(now + 365 * DAY_MS).toISOString()],
])("a time that cannot be becomes the time of arrival: %s", async (_which, timeOf) => {
	const { service, store, clock, read } = startAnalytics();
	const timestamp = timeOf(clock.now);

	await visitor().send(service, { ...pageView("https://site.example/"), timestamp });

	expect(storedEvents(store)).toMatchObject([
		{ timestamp: clock.now, properties: { $timestamp_adjusted: true } },
	]);
	expect((await read("/api/v1/problems")).warnings).toMatchObject([{ count: 1 }]);
});

test("history that is older than what is kept is dropped, and counted as that", async () => {
	const { store, clock, get, send } = startAnalytics();
	const event = (daysAgo: number) => ({
		event: "signup",
		distinct_id: "user-1",
		timestamp: new Date(clock.now - daysAgo * DAY_MS).toISOString(),
	});
	const body = {
		api_key: PROJECT_KEY,
		historical_migration: true,
		batch: [event(401), event(399)],
	};

	const response = await send("/batch/", body);

	expect(response.statusCode).toBe(200);
	expect(storedEvents(store)).toMatchObject([{ timestamp: clock.now - 399 * DAY_MS }]);
	const problems = await get("/api/v1/problems");
	expect(problems.json()).toMatchObject({
		drops: [{ reason: "older-than-kept", count: 1 }],
		warnings: [],
	});
});

test("times within what is kept, and an hour ahead, stay as they are", async () => {
	const { service, store, clock } = startAnalytics();
	const times = [clock.now - 399 * DAY_MS, clock.now + 59 * MINUTE_MS];

	for (const time of times) {
		const timestamp = new Date(time).toISOString();
		await visitor().send(service, { ...pageView("https://site.example/"), timestamp });
	}

	expect(storedEvents(store).map(({ timestamp }) => timestamp)).toEqual(times);
	expect(storedEvents(store)[0]?.properties).not.toHaveProperty("$timestamp_adjusted");
});

test("a range without an interval is answered at whatever length", async () => {
	const { read } = startAnalytics();

	const { series } = await read("/api/v1/stats?from=0001-01-01&to=2026-01-15");

	expect(series.length).toBeLessThan(1_600);
});
